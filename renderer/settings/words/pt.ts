import type { WordsLike } from '../../locales/word-table.ts'
import type { en } from './en.ts'

export const pt: WordsLike<typeof en> = {
  settings: {
    title: 'Ajustes',
    store: 'Para toda a loja',
    screen: 'Para esta tela',
    undoSeconds: 'Desfazer depois de marcar pronto',
    undoHint: 'Por quanto tempo dá para voltar atrás antes que a plataforma saiba.',
    amberShare: 'Âmbar a partir de',
    amberHint: 'Parte do tempo até o prometido. O vermelho começa no prometido.',
    percent: '{n} %',
    language: 'Idioma',
    system: 'Como o sistema',
    theme: 'Aparência',
    light: 'Clara',
    dark: 'Escura',
    sound: 'Sons',
    soundOn: 'Avisar de pedidos novos, alterados e cancelados',
    volume: 'Volume',
    mute: 'Ninguém vai ouvir um pedido novo nesta tela.',
    testNew: 'Ouvir “pedido novo”',
    testChanged: 'Ouvir “alterado”',
    testCancelled: 'Ouvir “cancelado”',
    showPayment: 'Mostrar o pagamento nos cartões',
  },
  screen: {
    name: 'Nome desta tela',
    nameHint:
      'Aparece ao lado do que se esgota aqui, para a equipe saber quem foi. Por exemplo: Grelha.',
  },
  screens: {
    title: 'Quem pode fazer o quê',
    ownRole: 'Função desta tela',
    noPin: 'Não há PIN: cada tela pode fazer tudo.',
    lock: 'Bloquear',
    unlock: 'Desbloquear…',
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
  },
}
