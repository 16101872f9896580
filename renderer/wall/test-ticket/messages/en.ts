export default {
  testTicket: {
    show: 'Show a test ticket',
    title: 'Test – not an order',
    dish: 'Burger',
    note: 'no onion',
    drink: 'Lemonade',
    ready: 'Ready',
    text: 'Tickets look like this. This one is only on this screen.',
  },
}
