export default {
  orderStatus: {
    title: 'Order status',
    preparing: 'Preparing',
    ready: 'Ready',
    empty: 'No orders right now',
    more: '{n} more | {n} more',
    outdated: 'Not up to date',
    outdatedText: 'Please ask at the counter.',
    soundOn: 'Turn on sound',
    leave: 'Leave',
    leaveTitle: 'Leave order status?',
    leaveText: 'This screen gets the Kitchen role and shows the orders of the kitchen.',
    leaveYes: 'Leave order status',
    stay: 'Stay',
  },
}
