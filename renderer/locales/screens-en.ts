/** The words of the screens: what each is called, what it may do, and the manager's PIN. */
export const screensEn = {
  screen: {
    name: 'Name of this screen',
    nameHint: 'Stands beside what is sold out here, so that the crew knows who did it. Say: Grill.',
  },
  roles: {
    kitchen: 'Kitchen',
    counter: 'Counter',
    manager: 'Manager',
  },
  screens: {
    title: 'Who may do what',
    ownRole: 'Role of this screen',
    noPin: 'There is no PIN: every screen may do everything.',
    unlockedUntil: 'Unlocked until {time}',
    lock: 'Lock',
    unlock: 'Unlock…',
    pin: 'Manager’s PIN',
    newPin: 'New PIN',
    pinHint:
      '4 to 8 digits. Then each screen does what its role may, and a manager unlocks the rest.',
    set: 'Set the PIN',
    change: 'Change the PIN',
    remove: 'Remove the PIN',
    cancel: 'Cancel',
    list: 'All screens',
    listText: 'A new screen is for the kitchen. Give the manager’s own screen the role Manager.',
    here: 'This screen',
    nameOf: 'Name',
    nameless: 'Without a name',
    roleOf: 'Role of {name}',
    forget: 'Take {name} off the list',
    askTitle: 'Manager’s PIN',
    askText: 'A manager can unlock this for five minutes.',
    open: 'Unlock',
    managersOnly: 'A manager sees this.',
  },
}

/** What every language must have of them. */
export type ScreensWords = {
  [Section in keyof typeof screensEn]: Record<keyof (typeof screensEn)[Section], string>
}
