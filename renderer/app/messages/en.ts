export default {
  rooms: {
    notOpened: '{room} can’t be opened right now. Connection to the kitchen computer lost.',
    notYours: '{room} isn’t available on this screen. Ask a manager.',
  },
  pin: {
    noPin:
      'Only a manager can do this. There is no manager’s PIN here, so ask a manager to give this screen another role.',
    askTitle: 'Manager’s PIN',
    askText: 'A manager can unlock this screen for five minutes.',
    pin: 'Manager’s PIN',
    open: 'Unlock',
    unlockedUntil: 'Unlocked until {time}',
    lock: 'Lock',
  },
  alerts: {
    title: 'Alerts',
    count: '{n} alert needs attention | {n} alerts need attention',
    noneText: 'Problems and decisions for the kitchen appear here.',
    show: 'Show',
    connection: 'Connection',
    cutOff: 'Connection to the kitchen computer lost',
    cutOffText: 'What you see may be out of date. This screen is reconnecting.',
    refusing: 'Orders can’t be saved',
    refusingText:
      'The disk is full or read-only. Free up space. New orders are sent again until they can be saved.',
    noToken: 'Access key missing',
    noTokenText: 'Until it is entered, orders may not arrive and changes aren’t sent.',
    noTokenManager:
      'A manager can enter it here. Until then, orders may not arrive and changes aren’t sent.',
    paused: 'Updates aren’t being sent to the platform',
    wrongStore: 'The access key isn’t for this store',
    wrongStoreText:
      'Orders for this store don’t come in. The access key is for {n} store: {names}. | Orders for this store don’t come in. The access key is for {n} stores: {names}.',
    wrongStoreNone: 'Orders for this store don’t come in. The access key isn’t for any store.',
    damaged: 'Saved data was damaged',
    missing: 'Saved data was missing',
    newer: 'Saved data was from a newer version',
    lossText:
      'Check the kitchen, the reservations and the 86 board. Orders are loaded again from the platform. Kitchen Pass asks before it repeats what may have been sent.',
    chosen: 'A backup was restored',
    chosenText: 'The data is as it was on {when}.',
    chosenPlace:
      'What was here before is kept as {file}. To go back, restore the backup made just before, in Settings, Backups.',
    backupTest: 'The weekly test of a backup failed',
    restored: 'The backup of {when} was restored.',
    notRestored: 'There was no backup, so Kitchen Pass started with an empty file.',
    keptAs: 'What was here before is kept as {file}.',
    silent: 'No contact with the platform',
    silentText: 'New orders may be missing.',
    unread: '{n} message couldn’t be read | {n} messages couldn’t be read',
    unreadText: 'It may contain an order. Check your platform’s back office.',
    setAside: '{n} saved record couldn’t be read | {n} saved records couldn’t be read',
  },
  archive: {
    damaged: 'Older orders were damaged',
    missing: 'Older orders were missing',
    newer: 'A newer Kitchen Pass wrote the older orders',
    closed: 'Older orders can’t be read just now',
    copying:
      'The kitchen works as usual. Kitchen Pass is copying the older orders that can be read. Until then, recall and search may not find them.',
    copied:
      'The kitchen works as usual. {n} older order was copied into a new file. | The kitchen works as usual. {n} older orders were copied into a new file.',
    keptAs: 'The old file is kept as {file}.',
    closedText:
      'The kitchen works as usual. The disk may be full or read-only. Kitchen Pass tries again.',
  },
  skip: {
    firstOrder: 'Go to the first order',
    content: 'Go to the page',
  },
  health: {
    label: 'Connection:',
    'cut-off': 'No connection',
    'not-saving': 'Not saving',
    'not-sending': 'Not sending',
    'wrong-store': 'Wrong store',
    'no-news': 'No contact',
    'to-decide': '{n} needs action | {n} need action',
    unanswered: '{n} unanswered',
    'wrong-clock': 'Wrong clock',
    attention: 'Needs attention',
    waiting: 'Starting',
    listening: 'Ready',
    'to-send': '{n} to send',
    well: 'All good',
  },
  nav: {
    label: 'Navigation',
    help: 'Help',
    leaveKiosk: 'Leave kiosk mode',
  },
}
