import type { Component } from 'vue'
import type { CustomControl } from '#contract/settings/row.ts'
import AboutApp from './about/AboutApp.vue'
import AllergyWords from './allergies/AllergyWords.vue'
import BackupsPanel from './backups/BackupsPanel.vue'
import AutostartField from './computer/AutostartField.vue'
import KeepAwake from './computer/KeepAwake.vue'
import KioskMode from './computer/KioskMode.vue'
import CloseOutNames from './fields/CloseOutNames.vue'
import ConnectionLink from './fields/ConnectionLink.vue'
import DataFolderPanel from './data/DataFolderPanel.vue'
import GuestTexts from './guest-texts/GuestTexts.vue'
import KeyMaps from './fields/KeyMaps.vue'
import ManagerPin from './fields/ManagerPin.vue'
import OwnRole from './fields/OwnRole.vue'
import ScreenNameField from './fields/ScreenNameField.vue'
import SoundSamples from './fields/SoundSamples.vue'
import ThresholdField from './fields/ThresholdField.vue'
import NetworkPanel from './network/NetworkPanel.vue'
import OtherHost from './network/OtherHost.vue'
import PrinterList from './printers/PrinterList.vue'
import ScreenList from './screens/ScreenList.vue'
import StationsPanel from './stations/StationsPanel.vue'
import UpdatesPanel from './updates/UpdatesPanel.vue'
import WallKeys from './wall/WallKeys.vue'
import WallPreview from './wall/WallPreview.vue'

interface Custom {
  field: Component
  /** The row's name and hint are shown above it; otherwise it shows them itself. */
  titled?: true
  /** It previews the other settings of its section and stays visible. */
  staysInSight?: true
}

/** Components for rows that no switch, slider, choice or time can set. */
const customControls: Readonly<Record<CustomControl, Custom>> = {
  'screen-name': { field: ScreenNameField },
  'own-role': { field: OwnRole },
  'keep-awake': { field: KeepAwake },
  autostart: { field: AutostartField },
  kiosk: { field: KioskMode },
  'wall-preview': { field: WallPreview, titled: true, staysInSight: true },
  'allergy-words': { field: AllergyWords, titled: true },
  'sound-samples': { field: SoundSamples, titled: true },
  threshold: { field: ThresholdField },
  'guest-texts': { field: GuestTexts, titled: true },
  'close-out-names': { field: CloseOutNames, titled: true },
  printers: { field: PrinterList, titled: true },
  pin: { field: ManagerPin },
  screens: { field: ScreenList, titled: true },
  stations: { field: StationsPanel, titled: true },
  network: { field: NetworkPanel, titled: true },
  'other-host': { field: OtherHost, titled: true },
  'wall-keys': { field: WallKeys, titled: true },
  'key-maps': { field: KeyMaps },
  backups: { field: BackupsPanel, titled: true },
  'data-folder': { field: DataFolderPanel, titled: true },
  updates: { field: UpdatesPanel, titled: true },
  'connection-link': { field: ConnectionLink, titled: true },
  about: { field: AboutApp },
}

export const customControl = (control: string): Custom | undefined =>
  Object.entries(customControls).find(([name]) => name === control)?.[1]
