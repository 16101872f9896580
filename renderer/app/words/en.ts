/** The words around the rooms. */
export const en = {
  practice: {
    title: 'Practice store',
    text: 'These orders are made up. Try everything.',
    connect: 'Connect your store',
  },
  banner: {
    linkDown: 'This screen has lost its kitchen',
    linkDownText: 'What you see may be old. It reconnects by itself.',
    damaged: 'The saved orders were damaged',
    damagedText:
      'They are kept aside as {file}. Orders come back when the platform tells them again; bumps that were taken over: {n}',
    refusing: 'Orders cannot be saved',
    refusingText: 'The disk or the database takes no writes. Senders are told to try again.',
    paused: 'Sending to the platform is paused',
  },
  attention: {
    label: 'Needs a person',
    unconfirmed: 'Sent, but never confirmed',
    refused: 'The platform refused it',
    sendAgain: 'Send again',
    settle: 'It is done',
  },
  rooms: {
    notYours: '{room} is not for this screen. A manager can unlock it.',
  },
  nav: {
    mark: '86',
  },
  pin: {
    askTitle: 'Manager’s PIN',
    askText: 'A manager can unlock this for five minutes.',
    pin: 'Manager’s PIN',
    open: 'Unlock',
    unlockedUntil: 'Unlocked until {time}',
    lock: 'Lock',
  },
}
