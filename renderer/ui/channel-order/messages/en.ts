/** The words of the sales channel's orders. */
export const en = {
  channelOrder: {
    title: 'Complete an order of the sales channel',
    part: 'Sales channel',
    open: 'Complete it there',
    look: 'Look at it',
    id: 'What the channel calls the order',
    idHint: 'Its number in the channel’s own system.',
    ticketHint:
      'For order {code} its own id stands here. Type another one if the channel knows it by another.',
    complete: 'Complete it',
    once: 'It is sent once. There is no way to take it back.',
    recent: 'Completed lately',
    tab: 'Account in the till: {tab}',
    order: 'Order {code}',
  },
}
