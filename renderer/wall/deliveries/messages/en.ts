export default {
  deliveryTrouble: {
    'preparation-ready-refused': 'The platform rejected “Ready” | “Ready” rejected for {n} tickets',
    'preparation-ready-unknown':
      '“Ready” was sent but not confirmed | “Ready” not confirmed for {n} tickets',
  },
  deliveryName: {
    'preparation-ready': 'An order',
  },
}
