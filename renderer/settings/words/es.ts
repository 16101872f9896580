import type { WordsLike } from '../../locales/word-table.ts'
import type { en } from './en.ts'

export const es: WordsLike<typeof en> = {
  settings: {
    title: 'Ajustes',
    store: 'Para toda la tienda',
    screen: 'Para esta pantalla',
    undoSeconds: 'Deshacer tras marcar listo',
    undoHint: 'Cuánto tiempo se puede retirar antes de que la plataforma se entere.',
    amberShare: 'Ámbar desde',
    amberHint: 'Parte del tiempo hasta lo prometido. El rojo empieza en lo prometido.',
    percent: '{n} %',
    language: 'Idioma',
    system: 'Como el sistema',
    theme: 'Apariencia',
    light: 'Clara',
    dark: 'Oscura',
    sound: 'Sonidos',
    soundOn: 'Avisar de pedidos nuevos, cambiados y cancelados',
    volume: 'Volumen',
    mute: 'Nadie oirá un pedido nuevo en esta pantalla.',
    testNew: 'Oír «pedido nuevo»',
    testChanged: 'Oír «cambio»',
    testCancelled: 'Oír «cancelado»',
    showPayment: 'Mostrar el pago en las tarjetas',
  },
  screen: {
    name: 'Nombre de esta pantalla',
    nameHint:
      'Aparece junto a lo que se agota aquí, para que el equipo sepa quién fue. Por ejemplo: Parrilla.',
  },
  screens: {
    title: 'Quién puede hacer qué',
    ownRole: 'Rol de esta pantalla',
    noPin: 'No hay PIN: cada pantalla puede hacer todo.',
    lock: 'Bloquear',
    unlock: 'Desbloquear…',
    newPin: 'PIN nuevo',
    pinHint:
      'De 4 a 8 dígitos. Así cada pantalla hace lo que su rol permite, y un encargado desbloquea el resto.',
    set: 'Poner el PIN',
    change: 'Cambiar el PIN',
    remove: 'Quitar el PIN',
    cancel: 'Cancelar',
    list: 'Todas las pantallas',
    listText:
      'Una pantalla nueva es de la cocina. Dale a la pantalla del encargado el rol Encargado.',
    here: 'Esta pantalla',
    nameOf: 'Nombre',
    nameless: 'Sin nombre',
    roleOf: 'Rol de {name}',
    forget: 'Quitar {name} de la lista',
  },
}
