import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryState: {
    undoable: 'Se puede deshacer',
    'preparation-time-undoable': 'Se envía en un momento',
    queued: 'Por enviar',
    sending: 'Enviando',
    accepted: 'Enviado, sin confirmar aún',
    confirmed: 'Confirmado',
    'print-confirmed': 'Impreso',
    'by-person': 'Marcado como hecho',
    refused: 'Rechazado',
    unanswered: 'Aún sin respuesta',
    unconfirmed: 'Sin confirmar',
    withdrawn: 'Cancelado antes de enviar',
    dismissed: 'Descartado',
    'not-needed': 'Ya no es necesario',
    expired: 'No se envió a tiempo',
  },
  deliveryReason: {
    conflict: 'Otra persona cambió este cupón. No se envió nada.',
    'emails-forgotten':
      'El cambio no se envió, porque los correos no se guardan tras un reinicio. Escríbelos de nuevo.',
    'not-listed': 'El cambio no se envió, porque este cupón ya no está en la plataforma.',
    'part-unread':
      'El cambio no se envió, porque una parte de este cupón no se pudo leer y se perdería. Cámbialo en la plataforma.',
    'not-there':
      'La plataforma no encontró este producto. Si pasa con todos, pide a un gerente que revise la conexión.',
    'unreadable-payload': 'Este registro está dañado y no se puede enviar.',
    offline: 'No se envió nada, porque no hay conexión con la plataforma.',
    'nobody-listens': 'En espera: ninguna impresora responde en esta dirección. ¿Está encendida?',
    'no-such-name': 'En espera: no se encontró el nombre de la impresora en esta red.',
    'no-way-there': 'En espera: este computador no llega a la impresora. Revisa la red.',
    'too-slow': 'En espera: la impresora no responde. ¿Está encendida?',
    'cut-off': 'En espera: se perdió la conexión con la impresora.',
    'no-printer':
      'El equipo en esta dirección no es una impresora de comandas. Revisa la dirección en Ajustes.',
    'no-paper': 'En espera: la impresora no tiene papel. Pon un rollo nuevo.',
    'cover-open': 'En espera: la tapa de la impresora está abierta. Ciérrala.',
    'printer-offline': 'En espera: la impresora está en pausa. Revisa sus luces y botones.',
    'printer-busy': 'En espera: la impresora está ocupada. Se vuelve a intentar sola.',
    'not-for-printers':
      'En espera: no está permitido imprimir en esta dirección o puerto. Un gerente puede permitirlo en Ajustes.',
    'no-device': 'En espera: la impresora USB no está conectada o está apagada.',
    'no-permission':
      'En espera: Kitchen Pass no puede usar la impresora USB. Agrega al grupo lp el usuario que lo ejecuta y vuelve a iniciarlo.',
    'device-busy': 'En espera: otro programa usa la impresora USB. Quítala de ese programa.',
    'usb-needs-linux':
      'En espera: las impresoras USB solo funcionan en Linux. Usa una impresora de red.',
  },
  deliveryTrouble: {
    refused: 'La plataforma lo rechazó | La plataforma rechazó {n}',
    unknown:
      'Se envió, pero la plataforma no respondió | Se enviaron {n}, pero la plataforma no respondió',
    expired: 'No se pudo enviar a tiempo | {n} no se pudieron enviar a tiempo',
    'preparation-ready-refused':
      'La plataforma rechazó «Listo» | «Listo» rechazado en {n} comandas',
    'preparation-ready-unknown':
      '«Listo» se envió, pero no se confirmó | «Listo» sin confirmar en {n} comandas',
    'stock-refused':
      'La plataforma rechazó este cambio | La plataforma rechazó cambios en {n} artículos',
    'stock-unknown':
      'El cambio se envió, pero no se confirmó | Cambios en {n} artículos sin confirmar',
    'stock-expired':
      'Cuenta de nuevo: el número no se pudo enviar a tiempo | Cuenta de nuevo {n} artículos: los números no se pudieron enviar a tiempo',
    'coupon-change-refused':
      'La plataforma rechazó este cambio | La plataforma rechazó cambios en {n} cupones',
    'coupon-change-unknown':
      'Puede que el cambio se haya enviado. Compara el cupón y decide. | Puede que se hayan enviado cambios en {n} cupones',
    'reservation-refused': 'La plataforma rechazó la reserva | La plataforma rechazó {n} reservas',
    'reservation-unknown':
      'La plataforma no respondió y la reserva puede existir. Busca su referencia en la plataforma, en los pedidos especiales. | La plataforma no respondió por {n} reservas. Pueden existir.',
    'reservation-expired':
      'La reserva no se pudo enviar a tiempo y la plataforma no la tiene. Elige otra hora o descártala. | {n} reservas no se pudieron enviar a tiempo',
    'reservation-lost':
      'La nueva reserva no se hizo y el cliente quedó sin mesa | {n} cambios fallaron y los clientes quedaron sin mesa',
    'reservation-cancel-refused':
      'La plataforma rechazó la cancelación | La plataforma rechazó {n} cancelaciones',
    'reservation-cancel-unknown':
      'La plataforma no respondió y la reserva puede estar cancelada. Busca su referencia en la plataforma. | La plataforma no respondió por {n} cancelaciones',
    'reservation-cancel-by-hand':
      'Se cambió una reserva. Cancela la anterior en la plataforma. | Se cambiaron {n} reservas. Cancela las anteriores en la plataforma.',
    'complete-order-refused':
      'La app de delivery no aceptó completar el pedido | La app de delivery no aceptó completar {n} pedidos',
    'complete-order-unknown':
      'Se envió, pero no hubo respuesta. Revisa el pedido en tu punto de venta y elige. | Puede que {n} pedidos de la app de delivery no estén completos',
    'preparation-time-refused': 'La plataforma rechazó el tiempo de preparación',
    'preparation-time-unknown': 'El tiempo de preparación se envió, pero no está confirmado',
    'preparation-time-expired':
      'El tiempo de preparación no se pudo enviar a tiempo. Ponlo de nuevo si todavía es correcto.',
    'pause-refused': 'La plataforma rechazó la pausa. Pueden seguir llegando pedidos.',
    'pause-unknown':
      'La pausa se envió, pero no está confirmada. Revisa el local en la plataforma.',
    'pause-opening':
      'La plataforma no confirmó que el local está abierto otra vez. Los pedidos pueden seguir en pausa.',
    'store-hours-refused': 'La plataforma rechazó el horario',
    'store-hours-unknown':
      'El horario se envió, pero no está confirmado. Revísalo en la plataforma.',
    'print-unknown':
      'La impresora dejó de responder. Revisa si imprimió. | Puede que falten {n} impresiones. Revisa si salieron.',
  },
  deliveryChoice: {
    retry: 'Enviar de nuevo | Enviar los {n} de nuevo',
    'mark-done': 'Marcar como hecho | Marcar los {n} como hechos',
    dismiss: 'Descartar | Descartar los {n}',
    withdraw: 'No enviar | No enviar {n}',
    conflict: 'Enviar el mío igual | Enviar los {n} igual',
    'coupon-change-dismiss': 'Descartar mi cambio | Descartar {n} cambios',
    'stock-mark-done': 'Dejar así | Dejar los {n} así',
    'reservation-mark-done': 'Marcar como reservada | Marcar las {n} como reservadas',
    'reservation-cancel-mark-done': 'Marcar como cancelada | Marcar las {n} como canceladas',
    'reservation-cancel-dismiss': 'Reactivar reserva | Reactivar {n} reservas',
    'complete-order-mark-done': 'Marcar como completo | Marcar los {n} como completos',
    'print-retry': 'Imprimir de nuevo | Imprimir las {n} de nuevo',
    'print-mark-done': 'Marcar como impresa | Marcar las {n} como impresas',
    'print-withdraw': 'No imprimir | No imprimir {n}',
  },
  deliveryName: {
    'preparation-ready': 'Un pedido',
    stock: 'Un artículo de la carta',
    'coupon-change': 'Un cupón',
    reservation: 'Una reserva',
    'reservation-cancel': 'Una reserva',
    'complete-order': 'Un pedido de la app de delivery',
    'preparation-time': 'Tiempo de preparación',
    pause: 'Pausa de pedidos',
    'store-hours': 'Horario',
    print: 'Una impresión',
    ticket: 'Pedido {title}',
    'close-out': 'Cierre {title}',
    test: 'Prueba de impresión',
  },
  decision: {
    decide: 'Decidir',
    title: 'Decidir sobre los {n}',
    many: 'Si los envías de nuevo, la plataforma puede recibirlos dos veces. Si no, no se envía nada más.',
  },
} satisfies MessagesLike<typeof en>
