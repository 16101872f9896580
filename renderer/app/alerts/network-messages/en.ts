export default {
  networkAlerts: {
    waiting: 'A new screen wants to join | {n} new screens want to join',
    waitingText: 'Let it in only if you know it. You need the code that it shows.',
  },
}
