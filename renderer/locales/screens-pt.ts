import type { ScreensWords } from './screens-en.ts'

export const screensPt: ScreensWords = {
  screen: {
    name: 'Nome desta tela',
    nameHint:
      'Aparece ao lado do que se esgota aqui, para a equipe saber quem foi. Por exemplo: Grelha.',
  },
  roles: {
    kitchen: 'Cozinha',
    counter: 'Balcão',
    manager: 'Gerente',
  },
  screens: {
    title: 'Quem pode fazer o quê',
    ownRole: 'Função desta tela',
    noPin: 'Não há PIN: cada tela pode fazer tudo.',
    unlockedUntil: 'Desbloqueada até {time}',
    lock: 'Bloquear',
    unlock: 'Desbloquear…',
    pin: 'PIN do gerente',
    newPin: 'PIN novo',
    pinHint:
      'De 4 a 8 dígitos. Assim cada tela faz o que sua função permite, e um gerente desbloqueia o resto.',
    set: 'Definir o PIN',
    change: 'Mudar o PIN',
    remove: 'Remover o PIN',
    cancel: 'Cancelar',
    list: 'Todas as telas',
    listText: 'Uma tela nova é da cozinha. Dê à tela do gerente a função Gerente.',
    here: 'Esta tela',
    nameOf: 'Nome',
    nameless: 'Sem nome',
    roleOf: 'Função de {name}',
    forget: 'Tirar {name} da lista',
    askTitle: 'PIN do gerente',
    askText: 'Um gerente pode desbloquear isto por cinco minutos.',
    open: 'Desbloquear',
    managersOnly: 'Um gerente vê isto.',
  },
}
