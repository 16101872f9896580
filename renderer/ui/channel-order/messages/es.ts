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
  },
}
