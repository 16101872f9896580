import type { ScreensWords } from './screens-en.ts'

export const screensEs: ScreensWords = {
  screen: {
    name: 'Nombre de esta pantalla',
    nameHint:
      'Aparece junto a lo que se agota aquí, para que el equipo sepa quién fue. Por ejemplo: Parrilla.',
  },
  roles: {
    kitchen: 'Cocina',
    counter: 'Mostrador',
    manager: 'Encargado',
  },
  screens: {
    title: 'Quién puede hacer qué',
    ownRole: 'Rol de esta pantalla',
    noPin: 'No hay PIN: cada pantalla puede hacer todo.',
    unlockedUntil: 'Desbloqueada hasta las {time}',
    lock: 'Bloquear',
    unlock: 'Desbloquear…',
    pin: 'PIN del encargado',
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
    askTitle: 'PIN del encargado',
    askText: 'Un encargado puede desbloquear esto por cinco minutos.',
    open: 'Desbloquear',
    managersOnly: 'Esto lo ve un encargado.',
  },
}
