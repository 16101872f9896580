import { useScreens } from '../state/screens.ts'
import { useSettings } from '../state/settings.ts'
import AmberField from './fields/AmberField.vue'
import AnyPrinterField from './fields/AnyPrinterField.vue'
import BusinessDayField from './fields/BusinessDayField.vue'
import CardNumbersField from './fields/CardNumbersField.vue'
import CloseOutNames from './fields/CloseOutNames.vue'
import ConnectionLink from './fields/ConnectionLink.vue'
import CoversField from './fields/CoversField.vue'
import GuestDataField from './fields/GuestDataField.vue'
import HeadBumpsField from './fields/HeadBumpsField.vue'
import KeepDaysField from './fields/KeepDaysField.vue'
import KeyMaps from './fields/KeyMaps.vue'
import LanguageField from './fields/LanguageField.vue'
import ManagerPin from './fields/ManagerPin.vue'
import NavigationField from './fields/NavigationField.vue'
import OwnRole from './fields/OwnRole.vue'
import PaymentField from './fields/PaymentField.vue'
import PrinterList from './fields/PrinterList.vue'
import ScreenList from './fields/ScreenList.vue'
import ScreenNameField from './fields/ScreenNameField.vue'
import SoundField from './fields/SoundField.vue'
import SoundSamples from './fields/SoundSamples.vue'
import StartedField from './fields/StartedField.vue'
import TableMinutesField from './fields/TableMinutesField.vue'
import ThemeField from './fields/ThemeField.vue'
import ThresholdField from './fields/ThresholdField.vue'
import TipsField from './fields/TipsField.vue'
import UndoField from './fields/UndoField.vue'
import VolumeField from './fields/VolumeField.vue'
import WallColumnsField from './fields/WallColumnsField.vue'
import WallHeaderField from './fields/WallHeaderField.vue'
import WallKeys from './fields/WallKeys.vue'
import WallPreview from './fields/WallPreview.vue'
import WallSizeField from './fields/WallSizeField.vue'
import type { Setting } from './setting.ts'

const areSettingsKnown = () => useSettings().settings !== null
const areScreensKnown = () => useScreens().screens !== null
/** Without a PIN a role says nothing yet. */
const haveScreensRoles = () => {
  const { screens } = useScreens()
  return screens?.all != null && screens.hasPin
}

/** Everything that is set in Setup, in its order: the sections show it and the search finds it. */
export const catalogue: readonly Setting[] = [
  { id: 'screenName', section: 'this-screen', scope: 'screen', field: ScreenNameField },
  {
    id: 'ownRole',
    section: 'this-screen',
    scope: 'screen',
    field: OwnRole,
    isShown: areScreensKnown,
  },
  { id: 'language', section: 'look', scope: 'screen', field: LanguageField },
  { id: 'theme', section: 'look', scope: 'screen', field: ThemeField },
  { id: 'wallPreview', section: 'wall', scope: null, field: WallPreview, staysInSight: true },
  { id: 'wallSize', section: 'wall', scope: 'screen', field: WallSizeField },
  { id: 'wallColumns', section: 'wall', scope: 'screen', field: WallColumnsField },
  { id: 'wallHeader', section: 'wall', scope: 'screen', field: WallHeaderField },
  { id: 'navigation', section: 'wall', scope: 'screen', field: NavigationField },
  { id: 'cardNumbers', section: 'wall', scope: 'screen', field: CardNumbersField },
  { id: 'headBumps', section: 'wall', scope: 'screen', field: HeadBumpsField },
  { id: 'showPayment', section: 'wall', scope: 'screen', field: PaymentField },
  { id: 'soundOn', section: 'sounds', scope: 'screen', field: SoundField },
  { id: 'volume', section: 'sounds', scope: 'screen', field: VolumeField },
  { id: 'sounds', section: 'sounds', scope: null, field: SoundSamples },
  {
    id: 'undoSeconds',
    section: 'kitchen-times',
    scope: 'restaurant',
    field: UndoField,
    isShown: areSettingsKnown,
  },
  {
    id: 'amberShare',
    section: 'kitchen-times',
    scope: 'restaurant',
    field: AmberField,
    isShown: areSettingsKnown,
  },
  {
    id: 'startedStage',
    section: 'kitchen-times',
    scope: 'restaurant',
    field: StartedField,
    isShown: areSettingsKnown,
  },
  {
    id: 'keepDays',
    section: 'kitchen-times',
    scope: 'restaurant',
    field: KeepDaysField,
    isShown: areSettingsKnown,
  },
  {
    id: 'coversPerHalfHour',
    section: 'reservations',
    scope: 'restaurant',
    field: CoversField,
    isShown: areSettingsKnown,
  },
  {
    id: 'tableMinutes',
    section: 'reservations',
    scope: 'restaurant',
    field: TableMinutesField,
    isShown: areSettingsKnown,
  },
  {
    id: 'guestDataDays',
    section: 'reservations',
    scope: 'restaurant',
    field: GuestDataField,
    isShown: areSettingsKnown,
  },
  { id: 'receiptPrinters', section: 'printers', scope: 'restaurant', field: PrinterList },
  {
    id: 'anyPrinterAddress',
    section: 'printers',
    scope: 'restaurant',
    field: AnyPrinterField,
    isShown: areSettingsKnown,
  },
  {
    id: 'businessDayBorder',
    section: 'close-out',
    scope: 'restaurant',
    field: BusinessDayField,
    isShown: areSettingsKnown,
  },
  {
    id: 'tipsInAmount',
    section: 'close-out',
    scope: 'restaurant',
    field: TipsField,
    isShown: areSettingsKnown,
  },
  {
    id: 'overShortThreshold',
    section: 'close-out',
    scope: 'restaurant',
    field: ThresholdField,
    isShown: areSettingsKnown,
  },
  { id: 'closeOutNames', section: 'close-out', scope: 'restaurant', field: CloseOutNames },
  {
    id: 'pin',
    section: 'screens',
    scope: 'restaurant',
    field: ManagerPin,
    isShown: areScreensKnown,
  },
  {
    id: 'screenList',
    section: 'screens',
    scope: 'restaurant',
    field: ScreenList,
    isShown: haveScreensRoles,
  },
  { id: 'wallKeys', section: 'keys', scope: 'screen', field: WallKeys },
  { id: 'keys', section: 'keys', scope: null, field: KeyMaps },
  { id: 'connection', section: 'connection', scope: 'restaurant', field: ConnectionLink },
]
