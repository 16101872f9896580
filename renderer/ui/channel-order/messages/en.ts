export default {
  channelOrder: {
    title: 'Complete delivery-app order',
    part: 'Delivery app',
    open: 'Mark complete in the app',
    look: 'View',
    id: 'Order number in the app',
    idHint: 'The number that the delivery app shows for the order.',
    ticketHint:
      'This is the platform’s number for order {code}. If the app shows another one, enter that one.',
    complete: 'Complete order',
    once: 'This can’t be undone.',
    recent: 'Completed recently',
    tab: 'Bill in the point of sale: {tab}',
    order: 'Order {code}',
  },
}
