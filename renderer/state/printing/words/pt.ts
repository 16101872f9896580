import type { WordsLike } from '../../../locales/word-table.ts'
import type { en } from './en.ts'

export const pt: WordsLike<typeof en> = {
  printing: {
    queued: 'Logo é a vez dele',
    sending: 'Imprimindo…',
    unknown: 'A impressora ficou muda. Veja se o papel saiu.',
    confirmed: 'Impresso',
    again: 'Imprimir de novo',
    there: 'Saiu, sim',
    withdraw: 'Não imprimir',
    ticket: 'Pedido {title}',
    'close-out': 'Fechamento {title}',
    test: 'Tira de teste',
  },
  printTrouble: {
    'nobody-listens': 'Em espera: nada escuta no endereço da impressora. Ela está ligada?',
    'no-such-name': 'Em espera: o nome da impressora não foi encontrado nesta rede.',
    'no-way-there': 'Em espera: esta máquina não acha caminho até a impressora.',
    'too-slow': 'Em espera: a impressora não responde. Ela está ligada?',
    'cut-off': 'Em espera: a conexão com a impressora caiu.',
    'no-printer':
      'O que responde nesse endereço não é uma impressora de recibos. Confira o endereço em Ajustes.',
    'not-for-printers':
      'Em espera: o Kitchen Pass não imprime neste endereço ou porta. Um gerente pode permitir em Ajustes.',
  },
}
