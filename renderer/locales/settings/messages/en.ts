import type { SettingTexts } from '../row-texts.ts'

export default {
  settingSection: {
    'this-screen': 'This screen',
    appearance: 'Appearance',
    wall: 'Kitchen wall',
    stations: 'Stations',
    sounds: 'Sounds',
    'kitchen-times': 'Kitchen times',
    'preparation-time': 'Preparation time',
    reservations: 'Reservations',
    'close-out': 'Close-out',
    printers: 'Printers',
    screens: 'Screens and roles',
    network: 'Network screens',
    keys: 'Keys',
    backups: 'Backups',
    data: 'Data on this computer',
    updates: 'Updates',
    connection: 'Connection',
    about: 'About',
  },
  settingRow: {
    screenName: {
      name: 'Name of this screen',
      hint: 'Shown next to changes made on this screen. Example: Grill',
      search: 'rename call label title who',
    },
    ownRole: {
      name: 'Role of this screen',
      search: 'roles permission rights access lock unlock kitchen counter manager',
    },
    keepAwake: {
      name: 'Keep the screen on',
      hint: 'The screen stays on while Kitchen Pass is open.',
      warning:
        'This browser can’t keep the screen on now. In the settings of this device, set the screen to never turn off, and turn off the battery saver.',
      search:
        'awake sleep standby dim dark turn off timeout screen saver display power energy battery',
    },
    autostart: {
      name: 'Start with the computer',
      hint: 'Kitchen Pass opens when somebody signs in to this computer.',
      warning:
        'The system doesn’t allow it. Allow Kitchen Pass in the settings of this computer, under startup apps or login items.',
      search: 'autostart startup boot login automatically open turn on power reboot service launch',
    },
    kiosk: {
      name: 'Kiosk mode',
      hint: 'Kitchen Pass fills the screen and can’t be closed or minimized. Leaving it takes the manager’s PIN.',
      warning: 'No PIN is set, so anybody can leave kiosk mode.',
      search: 'full screen lock locked close exit quit minimize leave restrict cook tablet pin',
    },
    otherHost: {
      name: 'Screen of another Kitchen Pass',
      hint: 'Shows the kitchen that runs on another computer, in the whole window. The kitchen of this computer stops, and its data stays here.',
      search: 'connect join host server other computer tablet screen mode network remote',
    },
    language: {
      name: 'Language',
      choices: {
        null: 'Same as system',
      },
      search: 'english spanish portuguese translation words',
    },
    theme: {
      name: 'Theme',
      choices: {
        system: 'Same as system',
        light: 'Light',
        dark: 'Dark',
      },
      search: 'look light dark mode night day colours colors contrast bright',
    },
    timeFormat: {
      name: 'Time format',
      hint: 'On all screens and printouts.',
      choices: {
        '24-hour': '24-hour (18:30)',
        '12-hour': '12-hour (6:30 PM)',
      },
      search: 'clock hours am pm 12 24 military',
    },
    wallPreview: {
      name: 'Preview of this screen',
      search: 'preview picture example size columns layout',
    },
    wallSize: {
      name: 'Text size',
      search: 'large small letters text font zoom bigger read far distance',
    },
    wallColumns: {
      name: 'Columns',
      hint: 'Fewer are shown if the dishes don’t fit.',
      choices: {
        null: 'Automatic',
      },
      search: 'cards beside grid layout wide narrow number of columns',
    },
    wallHeader: {
      name: 'Top bar',
      hint: 'Shows the name, the clock, order types and lists. Keys open the lists without it.',
      search: 'hide show bar top clock full screen header',
    },
    navigation: {
      name: 'Navigation on the wall',
      hint: 'By role: kitchen screens hide it, other screens show it.',
      choices: {
        null: 'By role',
        shown: 'Always shown',
        corner: 'Hidden in a corner',
      },
      search: 'menu rail bar corner hide show rooms full screen',
    },
    cardNumbers: {
      name: 'Ticket numbers',
      hint: 'For a bump bar or keyboard. If off, they appear when a key is pressed.',
      search: 'digits bump bar keyboard number position',
    },
    headBumps: {
      name: 'Tap the header to bump',
      hint: 'The whole header of a ticket becomes a button. Details then open with a key.',
      search: 'tap touch head title ready bump button target details',
    },
    denseCards: {
      name: 'Dense cards',
      hint: 'More dishes fit: lower rows, choices in the line of the dish, without the names of their groups and without what the dish comes with anyway. Allergies always show.',
      search: 'compact small options modifiers space more dishes rush',
    },
    showPayment: {
      name: 'Show payment on tickets',
      search: 'money cash price amount total paid ticket order',
    },
    allergyWords: {
      name: 'Allergy words',
      hint: 'When a guest writes one of your words, the ticket shows an allergy. Open tickets follow at once. The name of an option counts only if it leaves the food out: “no kiwi”, not “kiwi juice”.',
      search: 'allergen intolerance celiac peanut nuts milk egg soy kiwi alarm word ingredient',
    },
    stationList: {
      name: 'Stations',
      hint: 'A kitchen of several people: each station has its own screen with its own dishes.',
      search:
        'section line position post division split grill bar kitchen cook dishes route routing who makes',
    },
    lastStationBumps: {
      name: 'The last station marks the order ready',
      hint: 'When every station is done, the order is marked ready. Otherwise somebody at a screen of the whole kitchen does it.',
      search: 'station bump ready automatic finish complete expo pass done last',
    },
    finishTogether: {
      name: 'Dishes of an order are done together',
      hint: 'Kitchen Pass learns how long each dish takes. A short dish waits until the long ones need as much time as it does.',
      search: 'timing start wait together finish minutes prep time hold cook pace',
    },
    courses: {
      name: 'Courses',
      hint: 'Starters first. Mains and desserts wait until somebody fires them.',
      search: 'course starter main dessert fire hold coursing meal',
    },
    statusNames: {
      name: 'First names on the order status screen',
      hint: 'Guests and drivers see the order’s number. With this on, they see the guest’s first name too.',
      search: 'guest customer driver name privacy pickup number display order status screen',
    },
    soundOn: {
      name: 'Order sounds',
      warning: 'New orders make no sound on this screen.',
      search: 'sound bell alarm alert beep noise notification mute silence off',
    },
    volume: {
      name: 'Volume',
      warning: 'New orders make no sound on this screen.',
      search: 'loud loudness quiet mute silence sound',
    },
    sounds: {
      name: 'Play the sounds',
      search: 'sound test try play listen bell alarm alert',
    },
    undoSeconds: {
      name: 'Undo after a bump',
      hint: 'How long a bump can be undone before it is sent to the platform.',
      value: '{n} second | {n} seconds',
      search:
        'ready wait delay revert mistake seconds grace time countdown cancel bump mistake oops take back hold timer recall send later',
    },
    amberShare: {
      name: 'Amber after',
      hint: 'How much of the promised time passes before a ticket turns amber. It turns red when the time is up.',
      search: 'yellow orange colour color late lateness soon due warning red clock time minutes',
    },
    amberShareDelivery: {
      name: 'Amber for delivery',
      hint: 'Own value for delivery orders. Set to 0 to use “Amber after”.',
      none: 'same as the others',
      search: 'delivery driver courier rider yellow late lateness threshold type own',
    },
    amberSharePickup: {
      name: 'Amber for pickup',
      hint: 'Own value for pickup orders. Set to 0 to use “Amber after”.',
      none: 'same as the others',
      search: 'pickup takeaway takeout counter collect yellow late lateness threshold type own',
    },
    amberShareTable: {
      name: 'Amber for tables',
      hint: 'Own value for orders to a table. Set to 0 to use “Amber after”.',
      none: 'same as the others',
      search: 'table dine in dining eat yellow late lateness threshold type own',
    },
    veryLateMinutes: {
      name: 'Very late after',
      hint: 'How long after its promised time a ticket turns black and yellow, with a frame, stripes and two exclamation marks. Set to 0 to turn this off.',
      value: '{n} minute | {n} minutes',
      none: 'off',
      search: 'second threshold black yellow red overdue late lateness alarm minutes',
    },
    startedStage: {
      name: 'Mark started tickets',
      hint: 'Cooks can mark a ticket as started. This isn’t sent to the platform.',
      search: 'begin start cooking in progress preparing stage',
    },
    preparationBackMinutes: {
      name: 'Go back to the usual time after',
      hint: 'A changed preparation time goes back by itself. Set to 0 to keep it until somebody changes it.',
      value: '{n} min',
      none: 'never',
      search: 'preparation time back revert reset usual minutes',
    },
    automaticPreparation: {
      name: 'Automatic preparation time',
      hint: 'Kitchen Pass sets the time from what is open in the kitchen, at most every 5 minutes.',
      search: 'automatic preparation time busy rush suggestion',
    },
    automaticLeast: {
      name: 'Shortest automatic time',
      value: '{n} min',
      warning: 'The shortest time is longer than the longest, so the shortest is always set.',
      search: 'automatic preparation time minimum shortest limit',
    },
    automaticMost: {
      name: 'Longest automatic time',
      value: '{n} min',
      search: 'automatic preparation time maximum longest limit',
    },
    coversPerHalfHour: {
      name: 'Covers per half hour',
      hint: 'Shows a warning when more would arrive. Set to 0 for no limit.',
      value: '{n} guests',
      none: 'no limit',
      search: 'pacing covers limit reservations kitchen',
    },
    tableMinutes: {
      name: 'Table time',
      hint: 'How long a reservation takes a table, unless you change it for one.',
      value: '{n} minutes',
      search: 'duration turn reservations minutes',
    },
    businessDayBorder: {
      name: 'Day begins at',
      hint: 'What happens before this time counts for the previous day, in close-outs and reports.',
      search: 'business day border night midnight shift hour',
    },
    tipsInAmount: {
      name: 'Are tips included in payments?',
      hint: 'The platform doesn’t say. Until you choose an answer, close-outs show both results.',
      choices: {
        unknown: 'Not sure',
        inside: 'Included',
        outside: 'Not included',
      },
      search: 'tip gratuity service inside outside included amount',
    },
    overShortThreshold: {
      name: 'Allowed difference',
      hint: 'Above this amount, over or short, a payment method must be counted again and needs a note. Leave empty to use the usual amount for your currency.',
      search: 'threshold limit difference cash missing surplus recount tolerance',
    },
    closeOutNames: {
      name: 'Names of registers and people',
      hint: 'Close-outs show these names. The platform doesn’t share names, so each register and person has a number until you name it.',
      search: 'register till drawer staff person cashier waiter rename names id',
    },
    receiptPrinters: {
      name: 'Receipt printers',
      hint: 'Printers on your network that print tickets and close-outs. Print a test to check that everything is readable.',
      search: 'receipt thermal paper roll print ticket close-out esc pos network ip 80 mm 58 mm',
    },
    anyPrinterAddress: {
      name: 'Allow any printer address',
      hint: 'By default, printers must be on your network and use ports 9100 to 9109. Turn this on for a printer that is connected to this computer or uses another port.',
      search: 'allow port 9100 address local usb this computer localhost security',
    },
    pin: {
      name: 'Manager’s PIN',
      hint: '4 to 8 digits. Each screen can then do what its role allows. A manager can unlock the rest.',
      search: 'password code lock security permission who may do what',
    },
    screenList: {
      name: 'All screens',
      hint: 'Give each screen a name. Once there is a PIN, each also has a role: new screens have the Kitchen role. Give your own screen the Manager role first.',
      search:
        'roles permission rights access rename forget remove device tablet display kitchen counter',
    },
    networkScreens: {
      name: 'Screens on the network',
      hint: 'Tablets and other computers that show this kitchen. One computer, this one, does the work.',
      search:
        'network wifi wi-fi lan tablet ipad android phone pair pairing code certificate https qr address add device',
    },
    wallKeys: {
      name: 'Wall keys',
      hint: 'Choose an action, then press the key for it. A bump bar works like a keyboard.',
      search: 'learn press key bump bar shortcuts hotkeys map change buttons',
    },
    keys: {
      name: 'Keyboard',
      search: 'shortcuts hotkeys bump bar buttons map letters',
    },
    backups: {
      name: 'Backups of your data',
      hint: 'Kitchen Pass makes them by itself, every 15 minutes in which something changed.',
      search: 'restore recover undo damage save copy safety data disk test',
    },
    dataFolder: {
      name: 'Data folder',
      hint: 'On the computer that runs Kitchen Pass. IT can move it: see Where data is kept in the help.',
      search: 'path where folder disk space free full size storage location gb move',
    },
    keepDays: {
      name: 'Keep past orders for',
      hint: 'Past orders, updates sent to the platform and sold-out history are deleted after this time. Close-outs are never deleted.',
      value: '{n} day | {n} days',
      search: 'history retention delete old orders disk space days archive',
    },
    guestDataDays: {
      name: 'Keep guest data for',
      hint: 'Names, phone numbers and addresses in reservations and past orders are deleted after this time.',
      value: '{n} day | {n} days',
      search: 'privacy personal guests names telephones forget delete',
    },
    updates: {
      name: 'Updates of Kitchen Pass',
      search: 'version new newer upgrade release install download beta restart',
    },
    updateDownload: {
      name: 'Download updates automatically',
      hint: 'When the kitchen is quiet. Otherwise a manager downloads them here.',
      search: 'background automatic data traffic',
    },
    updateWhen: {
      name: 'Install updates',
      hint: 'Kitchen Pass restarts, which takes about a minute. Never while a ticket is open.',
      choices: { 'next-start': 'When Kitchen Pass starts', 'set-time': 'At a time' },
      search: 'when night restart automatic',
    },
    updateTime: {
      name: 'Time for updates',
      hint: 'In the two hours from then on, once no ticket is open. The computer has to be on.',
      search: 'night hour when install',
    },
    updateChannel: {
      name: 'Versions',
      choices: { stable: 'Finished versions', beta: 'Test versions too (beta)' },
      warning:
        'Test versions come earlier and can have faults. If you go back to finished versions, you wait for the next one.',
      search: 'channel stable beta early test preview',
    },
    connection: {
      name: 'Connection to the platform',
      hint: 'Platform address and access key, how orders arrive, and the connection check.',
      search:
        'token url address port webhook events listener hosts tunnel poll speed limit internet doctor check practice training restaurant store',
    },
    about: {
      name: 'About Kitchen Pass',
      search:
        'version release number licence license open source what changed changelog news update node electron chromium software information',
    },
  },
} satisfies SettingTexts
