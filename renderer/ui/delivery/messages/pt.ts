import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryState: {
    undoable: 'Pode ser desfeito',
    queued: 'Aguardando envio',
    sending: 'Enviando',
    accepted: 'Enviado, ainda não confirmado',
    confirmed: 'Confirmado',
    'print-confirmed': 'Impresso',
    'by-person': 'Marcado como feito',
    refused: 'Recusado',
    unanswered: 'Ainda sem resposta',
    unconfirmed: 'Não confirmado',
    withdrawn: 'Cancelado antes do envio',
    dismissed: 'Descartado',
    'not-needed': 'Não é mais necessário',
    expired: 'Não foi enviado a tempo',
  },
  deliveryReason: {
    conflict: 'Outra pessoa mudou este cupom. Nada foi enviado.',
    'emails-forgotten':
      'A mudança não foi enviada, porque os e-mails não ficam salvos após um reinício. Digite de novo.',
    'not-listed': 'A mudança não foi enviada, porque este cupom não está mais na plataforma.',
    'part-unread':
      'A mudança não foi enviada, porque uma parte deste cupom não pôde ser lida e se perderia. Mude na plataforma.',
    'not-there':
      'A plataforma não encontrou este item. Se acontecer com todos, peça a um gerente que verifique a conexão.',
    'unreadable-payload': 'Este registro está danificado e não pode ser enviado.',
    offline: 'Nada foi enviado, porque não há conexão com a plataforma.',
    'nobody-listens': 'Em espera: nenhuma impressora responde neste endereço. Ela está ligada?',
    'no-such-name': 'Em espera: o nome da impressora não foi encontrado nesta rede.',
    'no-way-there': 'Em espera: este computador não alcança a impressora. Verifique a rede.',
    'too-slow': 'Em espera: a impressora não responde. Ela está ligada?',
    'cut-off': 'Em espera: a conexão com a impressora caiu.',
    'no-printer':
      'O aparelho neste endereço não é uma impressora de comandas. Confira o endereço em Ajustes.',
    'no-paper': 'Em espera: a impressora está sem papel. Coloque um rolo novo.',
    'cover-open': 'Em espera: a tampa da impressora está aberta. Feche a tampa.',
    'printer-offline': 'Em espera: a impressora está em pausa. Verifique as luzes e os botões.',
    'printer-busy': 'Em espera: a impressora está ocupada. A tentativa se repete sozinha.',
    'not-for-printers':
      'Em espera: não é permitido imprimir neste endereço ou porta. Um gerente pode permitir em Ajustes.',
    'no-device': 'Em espera: a impressora USB não está conectada ou está desligada.',
    'no-permission':
      'Em espera: o Kitchen Pass não pode usar a impressora USB. Adicione ao grupo lp o usuário que o executa e inicie de novo.',
    'device-busy':
      'Em espera: outro programa usa a impressora USB. Remova a impressora desse programa.',
    'usb-needs-linux':
      'Em espera: impressoras USB só funcionam no Linux. Use uma impressora de rede.',
  },
  deliveryTrouble: {
    refused: 'A plataforma recusou | A plataforma recusou {n}',
    unknown:
      'Foi enviado, mas a plataforma não respondeu | {n} foram enviados, mas a plataforma não respondeu',
    expired: 'Não pôde ser enviado a tempo | {n} não puderam ser enviados a tempo',
    'complete-order-refused':
      'O app de entrega não aceitou concluir o pedido | O app de entrega não aceitou concluir {n} pedidos',
    'complete-order-unknown':
      'Foi enviado, mas não houve resposta. Confira o pedido no seu ponto de venda e escolha. | Talvez {n} pedidos do app de entrega não estejam concluídos',
    'print-unknown':
      'A impressora parou de responder. Confira se imprimiu. | Talvez faltem {n} impressões. Confira se saíram.',
  },
  deliveryChoice: {
    retry: 'Enviar de novo | Enviar os {n} de novo',
    'mark-done': 'Marcar como feito | Marcar os {n} como feitos',
    dismiss: 'Descartar | Descartar os {n}',
    withdraw: 'Não enviar | Não enviar {n}',
    conflict: 'Enviar o meu mesmo assim | Enviar os {n} mesmo assim',
    'complete-order-mark-done': 'Marcar como concluído | Marcar os {n} como concluídos',
    'print-retry': 'Imprimir de novo | Imprimir as {n} de novo',
    'print-mark-done': 'Marcar como impressa | Marcar as {n} como impressas',
    'print-withdraw': 'Não imprimir | Não imprimir {n}',
  },
  deliveryName: {
    'complete-order': 'Um pedido do app de entrega',
    print: 'Uma impressão',
    ticket: 'Pedido {title}',
    'close-out': 'Fechamento {title}',
    test: 'Teste de impressão',
  },
  decision: {
    decide: 'Decidir',
    title: 'Decidir sobre os {n}',
    many: 'Se você enviar de novo, a plataforma pode recebê-los duas vezes. Se não, nada mais é enviado.',
  },
} satisfies MessagesLike<typeof en>
