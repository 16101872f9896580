/** Las palabras de los pedidos del canal de venta. */
export const es = {
  channelOrder: {
    title: 'Completar un pedido del canal de venta',
    part: 'Canal de venta',
    open: 'Completarlo allí',
    look: 'Verlo',
    id: 'Cómo llama el canal al pedido',
    idHint: 'Su número en el sistema propio del canal.',
    ticketHint:
      'Para el pedido {code} aquí está su propio id. Escriba otro si el canal lo conoce por otro.',
    complete: 'Completarlo',
    once: 'Se envía una sola vez. No se puede deshacer.',
    recent: 'Completados hace poco',
    tab: 'Cuenta en la caja: {tab}',
    order: 'Pedido {code}',
    settle: 'Está completo',
    again: 'Enviar de nuevo',
    discard: 'Dejarlo así',
    takeBack: 'No enviarlo',
  },
  channelOrderState: {
    queued: 'Espera para enviarse',
    sending: 'Enviándose',
    confirmed: 'Completo',
    unknown: 'No se sabe: se envió y no hubo respuesta. Mire en la caja y diga cómo está.',
    refused: 'El canal de venta lo rechazó',
    'by-person': 'Completo, según una persona',
    withdrawn: 'Dejado así',
  },
}
