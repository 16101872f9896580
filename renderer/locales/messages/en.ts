/** Texts that every feature may use. */
export default {
  language: {
    /** Each language has its own name here, and lists show it in every language. */
    own: 'English',
  },
  common: {
    noMethod: 'No method',
    unnamedMethod: 'Payment method {n}',
    soldOut: '{n} sold out | {n} sold out',
    appName: 'Kitchen Pass',
    seconds: '{n} second | {n} seconds',
    resume: 'Try again now',
    giveToken: 'Enter access key',
    close: 'Close',
    tryAgain: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    gotIt: 'Got it',
    search: 'Search',
    searchAll: 'Search in all rooms',
    keyboard: 'Keyboard shortcuts',
    details: 'Details',
    arrows: 'Arrows',
    enter: 'Enter',
    keyMap: 'Keyboard shortcuts',
    show: 'Show text',
    hide: 'Hide text',
    hour: 'Hour',
    minute: 'Minute',
    dayPeriod: 'AM or PM',
    day: 'Day',
    month: 'Month',
    year: 'Year',
  },
  age: {
    seconds: '{n} s ago',
    minutes: '{n} min ago',
    hours: '{n} h ago',
    days: '{n} day ago | {n} days ago',
  },
  pages: {
    label: 'Pages',
    page: 'Page {n}',
    pageOf: 'Page {page} of {pages}',
    before: 'Previous page',
    next: 'Next page',
  },
  areas: {
    shift: 'Shift',
    store: 'Store',
  },
  errors: {
    'bad-input': 'Something you entered isn’t valid. Check it and try again.',
    'not-found': 'Not found. It may have been removed.',
    'too-late': 'This can’t be done anymore because something has changed. Check how it looks now.',
    'not-allowed': 'This screen isn’t allowed to do that. Ask a manager.',
    'wrong-pin': 'Wrong PIN.',
    locked: 'Too many wrong PINs.',
    'wrong-code': 'This isn’t the code on the new screen.',
    unauthorised:
      'The platform doesn’t accept the access key. Copy it again from your platform’s settings.',
    refused: 'The platform rejected this. If it happens again, contact support.',
    unreachable: 'No answer. Check the connection and try again.',
    'not-the-platform':
      'Something other than the platform answered. Check the address, and whether the Wi-Fi asks you to sign in.',
    unreadable:
      'The platform sent an answer that Kitchen Pass can’t read. Try again. If it happens again, contact support.',
    'no-vault':
      'This computer can’t store the access key safely. Set up its system keychain, then try again.',
    'set-by-profile': 'A setup file sets this. It can’t be changed here.',
    storage: 'Couldn’t save. The disk may be full or read-only. Free up space and try again.',
    internal: 'Something went wrong in Kitchen Pass. Try again.',
    log: 'Entry in the log: {text}',
    triesLeft:
      '{sentence} {n} more try before this screen is locked for a while. | {sentence} {n} more tries before this screen is locked for a while.',
    waitSeconds: '{sentence} Try again in {n} second. | {sentence} Try again in {n} seconds.',
    waitMinutes: '{sentence} Try again in {n} minute. | {sentence} Try again in {n} minutes.',
  },
  reasons: {
    'no-address':
      'This isn’t a valid address. Copy it from your platform’s settings. Example: platform.example/api/v3',
    'no-such-name':
      'This address can’t be found. Check the spelling, and that this computer is online.',
    'nobody-listens':
      'The server at this address doesn’t accept connections. Check the address, or try again in a few minutes.',
    'no-way-there': 'This computer can’t reach that address. Check that it is online.',
    'not-secure':
      'Couldn’t make a secure connection. Check the address, and the date and time on this computer.',
    'too-slow':
      'It took too long to get an answer. Check the internet connection, or try again in a minute.',
    'cut-off': 'The connection was interrupted. Try again.',
    unavailable: 'The platform is unavailable right now. Try again in a few minutes.',
    'web-page':
      'A web page answered instead of the platform. Check the address, and whether the Wi-Fi asks you to sign in.',
    'no-such-path':
      'There is a server at this address, but it isn’t the platform. Copy the whole address from your platform’s settings.',
    'other-answer':
      'The server at this address isn’t the platform. Copy the address from your platform’s settings.',
    unencrypted:
      'This address isn’t encrypted (http). Others on the network could read the key, orders and guests. Use https.',
    'bad-token':
      'This isn’t an access key: it has a space, a line break or a character that keys never have. Copy only the key, and paste it again.',
    'no-token': 'The access key isn’t saved on this computer. Enter it.',
    'token-refused':
      'The platform doesn’t accept the access key. Copy it again from your platform’s settings.',
    'rights-missing':
      'The access key is valid, but isn’t allowed to do this. Give it more permissions in your platform’s settings.',
    'other-store':
      'This access key isn’t for this store. Use this store’s access key, or choose another store.',
    'store-in-use':
      'Another Kitchen Pass on this computer runs this store. Use that one, or close it first.',
    'hours-changed':
      'The hours have changed since you opened them. Check the current hours, then send again.',
    'hours-under-way': 'The last hours are still being sent. Try again when they are confirmed.',
    'weekdays-unknown': 'First answer the question about the days of the week.',
    'hours-unknown':
      'The store’s current hours aren’t fully known, and sending would delete some. Change them on the platform.',
    'no-printer': 'The device at this address isn’t a receipt printer. Check the address and port.',
    'not-for-printers':
      'Kitchen Pass doesn’t print to this address or port. A manager can allow it in Settings, Printers.',
    'usb-needs-linux': 'USB printers work only on Linux. Connect the printer to the network.',
    'backup-damaged': 'This backup is damaged. Nothing was changed. Choose another one.',
    'archive-out': 'Older orders can’t be read just now.',
    'no-room': 'The disk is too full. Nothing was changed. Free some space.',
    moved: 'Another computer runs this kitchen.',
    'wrong-codes': 'Too many wrong codes.',
  },
  roles: {
    kitchen: 'Kitchen',
    counter: 'Counter',
    manager: 'Manager',
    status: 'Order status',
  },
  clock: {
    ahead: 'This computer’s clock is {time} ahead',
    behind: 'This computer’s clock is {time} behind',
    clockDifference: 'This computer’s clock and the platform’s differ by {time}',
    clockDifferenceRemedy:
      'Set the date, time and time zone on this computer. Until both clocks match, this computer’s time is used and no old data is deleted.',
    minutes: '{n} minute | {n} minutes',
    hours: '{n} hour | {n} hours',
    days: '{n} day | {n} days',
    remedy:
      'Set the date, time and time zone on this computer, or set them automatically. Until then, the platform’s time is used.',
  },
  strip: {
    webhook: 'Events',
    orderList: 'Order list',
    outbox: 'Updates to the platform',
    webhookAge: 'last event {age}',
    webhookSilent: 'listening, no events yet',
    webhookOff: 'off',
    webhookFailed: 'can’t receive events',
    listAge: 'checked {age}',
    listWaiting: 'checking for the first time',
    storeUnseen: 'the access key isn’t for this store',
    listOff: 'off',
    listFailing: 'check failed, last checked {age}',
    listNever: 'check failed, never checked so far',
    listUnsupported: 'not offered by this platform; orders arrive as events only',
    listLeftOut: '{n} order in the list couldn’t be read | {n} orders in the list couldn’t be read',
    stale: 'outdated',
    settled: 'all confirmed',
    unheard: 'unknown for now',
    pending: '{n} to send',
    sending: '{n} sending',
    unknown: '{n} unanswered',
    needsPerson: '{n} needs action | {n} need action',
    paused: 'not sending',
    elsewhere: '{n} message for other restaurants | {n} messages for other restaurants',
  },
}
