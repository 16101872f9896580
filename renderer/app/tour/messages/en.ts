export default {
  tours: {
    offerTitle: 'New here? Take the tour',
    offerText: 'Five steps, about 2 minutes. Nothing here is real, so try anything.',
    askTitle: 'Tours',
    askText: 'Five steps, about 2 minutes, in the practice store.',
    notHere:
      'The tour runs in the practice store, where orders are made up. This is your real store, so it can’t start here.',
    notHereManager:
      'To take it, start Kitchen Pass on another computer, and choose the practice store there.',
    cook: 'For cooks',
    manager: 'For managers',
    notNow: 'Not now',
    skip: 'Skip',
    back: 'Back',
    next: 'Next',
    finish: 'Finish',
    done: 'Done',
    doneClose: 'Done. Close this to go on.',
    place: '{n} of {all}',
    finished: 'That was the tour. You can repeat it from Help.',
  },
  tourTitle: {
    wall: 'A ticket is an order',
    bump: 'Bump it when it is ready',
    bringBack: 'Bring a ticket back',
    marks: 'Allergies and notes',
    soldOut: '86: mark as sold out',
    alerts: 'Alerts and connection',
    busy: 'When the kitchen is busy',
    reservations: 'Reservations and guests',
    closeOut: 'Close the shift',
    settings: 'Settings, backups, help',
  },
  tourText: {
    wall: 'The first is the one promised first. The top turns amber when time is short, and red when it is late.',
    bump: 'Then the ticket leaves the wall and the platform is told.',
    bringBack: 'For a few seconds the ticket has Undo. After that, it is in Recall.',
    marks:
      'An allergy is violet, also at the bottom of the wall. Notes and driver marks are above the dishes.',
    soldOut: 'What is off can’t be ordered. On the wall, hold a dish to do the same.',
    alerts:
      'Alerts has what needs a decision. The dot shows the connection: green is good. A tap opens each.',
    busy: 'Promise more time here, or pause new orders for a while. Both go back by themselves.',
    reservations:
      'Take a reservation here. Guests, with their points and allergies, have a room of their own.',
    closeOut:
      'At the end, choose the shift, count the drawer, compare and sign. A signed close-out never changes.',
    settings:
      'Screens, sounds, the PIN and backups are in Settings. Help is in every room and explains it.',
  },
  tourTask: {
    bump: 'Tap the button.',
    bringBack: 'Bring your ticket back.',
    sellOut: 'Switch one item off.',
    setTime: 'Choose a time.',
  },
}
