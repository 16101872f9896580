export default {
  networkAlerts: {
    waiting: 'A new screen wants to join | {n} new screens want to join',
    waitingText: 'Let it in only if you know it. You need the code that it shows.',
    readyElsewhere: '{n} order marked ready elsewhere | {n} orders marked ready elsewhere',
    readyElsewhereText:
      '{codes}. This was done on the platform, or another Kitchen Pass works for this store. Two of them send every change twice: close one.',
  },
}
