export default {
  deliveryTrouble: {
    'stock-refused':
      'The platform rejected this change | The platform rejected changes to {n} items',
    'stock-unknown':
      'The change was sent but not confirmed | Changes to {n} items were not confirmed',
    'stock-expired':
      'Count again: the number couldn’t be sent in time | Count {n} items again: the numbers couldn’t be sent in time',
  },
  deliveryChoice: {
    'stock-mark-done': 'Leave as is | Leave all {n} as is',
  },
  deliveryName: {
    stock: 'A menu item',
  },
}
