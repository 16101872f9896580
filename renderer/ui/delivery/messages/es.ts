import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryState: {
    undoable: 'Se puede deshacer',
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
    'complete-order-refused':
      'La app de delivery no aceptó completar el pedido | La app de delivery no aceptó completar {n} pedidos',
    'complete-order-unknown':
      'Se envió, pero no hubo respuesta. Revisa el pedido en tu punto de venta y elige. | Puede que {n} pedidos de la app de delivery no estén completos',
    'print-unknown':
      'La impresora dejó de responder. Revisa si imprimió. | Puede que falten {n} impresiones. Revisa si salieron.',
  },
  deliveryChoice: {
    retry: 'Enviar de nuevo | Enviar los {n} de nuevo',
    'mark-done': 'Marcar como hecho | Marcar los {n} como hechos',
    dismiss: 'Descartar | Descartar los {n}',
    withdraw: 'No enviar | No enviar {n}',
    conflict: 'Enviar el mío igual | Enviar los {n} igual',
    'complete-order-mark-done': 'Marcar como completo | Marcar los {n} como completos',
    'print-retry': 'Imprimir de nuevo | Imprimir las {n} de nuevo',
    'print-mark-done': 'Marcar como impresa | Marcar las {n} como impresas',
    'print-withdraw': 'No imprimir | No imprimir {n}',
  },
  deliveryName: {
    'complete-order': 'Un pedido de la app de delivery',
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
