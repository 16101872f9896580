export default {
  deliveryState: {
    'preparation-time-undoable': 'Sending in a moment',
  },
  deliveryTrouble: {
    'preparation-time-refused': 'The platform rejected the preparation time',
    'preparation-time-unknown': 'The preparation time was sent but not confirmed',
    'preparation-time-expired':
      'The preparation time couldn’t be sent in time. Set it again if it is still right.',
    'pause-refused': 'The platform rejected the pause. Orders may still arrive.',
    'pause-unknown': 'The pause was sent but not confirmed. Check the store on the platform.',
    'pause-opening':
      'The platform didn’t confirm that the store is open again. Orders may still be paused.',
  },
  deliveryName: {
    'preparation-time': 'Preparation time',
    pause: 'Order pause',
  },
}
