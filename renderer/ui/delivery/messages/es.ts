import type { MessagesLike } from '../../../locales/message-table.ts'
import type { en } from './en.ts'

export const es: MessagesLike<typeof en> = {
  deliveryState: {
    undoable: 'Se puede deshacer',
    queued: 'Espera a ser enviado',
    sending: 'Enviando',
    accepted: 'Enviado, se confirma después',
    confirmed: 'Confirmado',
    'print-confirmed': 'Impreso',
    'by-person': 'Resuelto a mano',
    refused: 'Rechazado',
    unanswered: 'Sin respuesta aún',
    unconfirmed: 'Sin confirmar',
    withdrawn: 'Retirado antes de enviarse',
    dismissed: 'Descartado',
    'not-needed': 'Ya no hace falta',
    expired: 'No se envió a tiempo',
  },
  deliveryReason: {
    conflict: 'Alguien más cambió este cupón entretanto. No se envió nada.',
    'emails-forgotten':
      'El cambio no se envió. Los correos no se guardan tras un reinicio. Escríbelos de nuevo.',
    'not-listed': 'El cambio no se envió. La plataforma ya no lista este cupón.',
    'part-unread':
      'El cambio no se envió. Una parte de lo que dice no se pudo leer aquí, y se perdería. Cámbialo en la administración de la plataforma.',
    'unreadable-payload': 'Lo que se iba a enviar ya no se puede leer.',
    'nobody-listens': 'En espera: nadie escucha en la dirección de la impresora. ¿Está encendida?',
    'no-such-name': 'En espera: el nombre de la impresora no se encuentra en esta red.',
    'no-way-there': 'En espera: este equipo no encuentra camino hasta la impresora.',
    'too-slow': 'En espera: la impresora no responde. ¿Está encendida?',
    'cut-off': 'En espera: se cortó la conexión con la impresora.',
    'no-printer':
      'Lo que responde en esa dirección no es una impresora de recibos. Revisa la dirección en Ajustes.',
    'not-for-printers':
      'En espera: Kitchen Pass no imprime en esta dirección o puerto. Un encargado puede permitirlo en Ajustes.',
  },
  deliveryTrouble: {
    refused: 'La plataforma lo rechazó | La plataforma rechazó {n}',
    unknown: 'Se envió y no hubo respuesta | {n} se enviaron y no hubo respuesta',
    expired: 'No se pudo enviar a tiempo | {n} no se pudieron enviar a tiempo',
    'preparation-ready-refused': 'La plataforma rechazó “Listo” | {n} «Listo» rechazados',
    'preparation-ready-unknown': '“Listo” se envió y nunca se confirmó | {n} «Listo» sin confirmar',
    'stock-refused': 'La plataforma rechazó el cambio | Cambios de {n} artículos rechazados',
    'stock-unknown':
      'El cambio se envió y nunca se confirmó | Cambios de {n} artículos sin confirmar',
    'stock-expired':
      'Cuéntalo de nuevo: el número no se pudo enviar a tiempo | Cuenta de nuevo {n} artículos: los números no se pudieron enviar a tiempo',
    'coupon-change-refused':
      'La plataforma rechazó el cambio | La plataforma rechazó cambios de {n} cupones',
    'coupon-change-unknown':
      'Puede que se haya enviado: nadie lo confirmó. Compara y decide. | Puede que se hayan enviado cambios de {n} cupones: nadie los confirmó',
    'reservation-refused': 'La plataforma rechazó una reserva | La plataforma rechazó {n} reservas',
    'reservation-unknown':
      'Una reserva se envió sin respuesta: puede existir. Busque su referencia en el panel de la plataforma; está en los pedidos especiales. | {n} reservas se enviaron sin respuesta: pueden existir',
    'reservation-expired':
      'Una reserva no se pudo enviar a tiempo: la plataforma no la tiene. Elija otra hora o descártela. | {n} reservas no se pudieron enviar a tiempo',
    'reservation-lost':
      'Un cambio dejó a un cliente sin mesa: la reserva nueva no se hizo | Los cambios dejaron {n} reservas sin mesa: las nuevas no se hicieron',
    'reservation-cancel-refused':
      'La plataforma rechazó cancelar una reserva | La plataforma rechazó cancelar {n} reservas',
    'reservation-cancel-unknown':
      'No se sabe si está cancelada en la plataforma. Busque su referencia en el panel de la plataforma. | No se sabe si {n} están canceladas en la plataforma',
    'reservation-cancel-by-hand':
      'Se cambió una reserva: cancele la anterior en el panel de la plataforma | Se cambiaron {n} reservas: cancele las anteriores en el panel de la plataforma',
    'complete-order-refused':
      'El canal de venta rechazó completar un pedido | El canal de venta rechazó completar {n} pedidos',
    'complete-order-unknown':
      'Se envió y no hubo respuesta. Mire en la caja y diga cómo está. | No se sabe si {n} pedidos del canal de venta están completos',
    'print-unknown':
      'La impresora se quedó muda. Mira si salió el papel. | Quizás {n} papeles no salieron. Mira si salieron.',
  },
  deliveryChoice: {
    retry: 'Enviar de nuevo | Enviar los {n} de nuevo',
    'mark-done': 'Ya está hecho | Dar los {n} por hechos',
    dismiss: 'Descartar | Descartar los {n}',
    withdraw: 'No enviarlo | No enviar {n}',
    conflict: 'Enviar el mío igual | Enviar los {n} igual',
    'coupon-change-dismiss': 'Descartar mi cambio | Descartar {n} cambios',
    'stock-mark-done': 'Dejarlo así | Dejar los {n} así',
    'reservation-mark-done': 'Está ahí | Las {n} están ahí',
    'reservation-cancel-mark-done': 'Está cancelada | Las {n} están canceladas',
    'reservation-cancel-dismiss': 'Vienen igual | Los {n} vienen igual',
    'complete-order-mark-done': 'Está completo | Los {n} están completos',
    'print-retry': 'Imprimir otra vez | Imprimir los {n} otra vez',
    'print-mark-done': 'Sí salió | Salieron los {n}',
    'print-withdraw': 'No imprimir | No imprimir {n}',
  },
  deliveryName: {
    'preparation-ready': 'Un pedido',
    stock: 'Un artículo del menú',
    'coupon-change': 'Un cupón',
    reservation: 'Una reserva',
    'reservation-cancel': 'Una reserva',
    'complete-order': 'Un pedido del canal de venta',
    print: 'Un papel',
    ticket: 'Pedido {title}',
    'close-out': 'Cierre {title}',
    test: 'Tira de prueba',
  },
  decision: {
    decide: 'Decidir',
    title: 'Decidir sobre {n}',
    many: 'Lo que se envía de nuevo la plataforma quizás lo oye por segunda vez. Si no, no se envía nada más sobre estos.',
  },
}
