export default {
  deliveryTrouble: {
    'store-hours-refused': 'The platform rejected the opening hours',
    'store-hours-unknown':
      'The opening hours were sent but not confirmed. Check them on the platform.',
  },
  deliveryName: {
    'store-hours': 'Opening hours',
  },
}
