import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryState: {
    undoable: 'Pode ser desfeito',
    'preparation-time-undoable': 'Vai em instantes',
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
    'preparation-ready-refused':
      'A plataforma recusou “Pronto” | “Pronto” recusado em {n} comandas',
    'preparation-ready-unknown':
      '“Pronto” foi enviado, mas não confirmado | “Pronto” sem confirmação em {n} comandas',
    'stock-refused':
      'A plataforma recusou esta mudança | A plataforma recusou mudanças em {n} itens',
    'stock-unknown':
      'A mudança foi enviada, mas não confirmada | Mudanças em {n} itens sem confirmação',
    'stock-expired':
      'Conte de novo: o número não pôde ser enviado a tempo | Conte de novo {n} itens: os números não puderam ser enviados a tempo',
    'coupon-change-refused':
      'A plataforma recusou esta mudança | A plataforma recusou mudanças em {n} cupons',
    'coupon-change-unknown':
      'Talvez a mudança tenha sido enviada. Compare o cupom e decida. | Talvez mudanças em {n} cupons tenham sido enviadas',
    'reservation-refused': 'A plataforma recusou a reserva | A plataforma recusou {n} reservas',
    'reservation-unknown':
      'A plataforma não respondeu e a reserva pode existir. Procure a referência dela na plataforma, nos pedidos especiais. | A plataforma não respondeu por {n} reservas. Elas podem existir.',
    'reservation-expired':
      'A reserva não pôde ser enviada a tempo e a plataforma não a tem. Escolha outro horário ou descarte. | {n} reservas não puderam ser enviadas a tempo',
    'reservation-lost':
      'A nova reserva não foi feita e o cliente ficou sem mesa | {n} alterações falharam e os clientes ficaram sem mesa',
    'reservation-cancel-refused':
      'A plataforma recusou o cancelamento | A plataforma recusou {n} cancelamentos',
    'reservation-cancel-unknown':
      'A plataforma não respondeu e a reserva pode estar cancelada. Procure a referência dela na plataforma. | A plataforma não respondeu por {n} cancelamentos',
    'reservation-cancel-by-hand':
      'Uma reserva foi alterada. Cancele a anterior na plataforma. | {n} reservas foram alteradas. Cancele as anteriores na plataforma.',
    'complete-order-refused':
      'O app de entrega não aceitou concluir o pedido | O app de entrega não aceitou concluir {n} pedidos',
    'complete-order-unknown':
      'Foi enviado, mas não houve resposta. Confira o pedido no seu ponto de venda e escolha. | Talvez {n} pedidos do app de entrega não estejam concluídos',
    'preparation-time-refused': 'A plataforma recusou o tempo de preparo',
    'preparation-time-unknown': 'O tempo de preparo foi enviado, mas não confirmado',
    'preparation-time-expired':
      'O tempo de preparo não foi enviado a tempo. Defina-o de novo se ainda estiver certo.',
    'pause-refused': 'A plataforma recusou a pausa. Pedidos ainda podem chegar.',
    'pause-unknown': 'A pausa foi enviada, mas não confirmada. Confira a loja na plataforma.',
    'pause-opening':
      'A plataforma não confirmou que a loja abriu de novo. Os pedidos ainda podem estar pausados.',
    'store-hours-refused': 'A plataforma recusou o horário',
    'store-hours-unknown': 'O horário foi enviado, mas não confirmado. Confira-o na plataforma.',
    'print-unknown':
      'A impressora parou de responder. Confira se imprimiu. | Talvez faltem {n} impressões. Confira se saíram.',
  },
  deliveryChoice: {
    retry: 'Enviar de novo | Enviar os {n} de novo',
    'mark-done': 'Marcar como feito | Marcar os {n} como feitos',
    dismiss: 'Descartar | Descartar os {n}',
    withdraw: 'Não enviar | Não enviar {n}',
    conflict: 'Enviar o meu mesmo assim | Enviar os {n} mesmo assim',
    'coupon-change-dismiss': 'Descartar minha mudança | Descartar {n} mudanças',
    'stock-mark-done': 'Deixar assim | Deixar os {n} assim',
    'reservation-mark-done': 'Marcar como reservada | Marcar as {n} como reservadas',
    'reservation-cancel-mark-done': 'Marcar como cancelada | Marcar as {n} como canceladas',
    'reservation-cancel-dismiss': 'Reativar reserva | Reativar {n} reservas',
    'complete-order-mark-done': 'Marcar como concluído | Marcar os {n} como concluídos',
    'print-retry': 'Imprimir de novo | Imprimir as {n} de novo',
    'print-mark-done': 'Marcar como impressa | Marcar as {n} como impressas',
    'print-withdraw': 'Não imprimir | Não imprimir {n}',
  },
  deliveryName: {
    'preparation-ready': 'Um pedido',
    stock: 'Um item do cardápio',
    'coupon-change': 'Um cupom',
    reservation: 'Uma reserva',
    'reservation-cancel': 'Uma reserva',
    'complete-order': 'Um pedido do app de entrega',
    'preparation-time': 'Tempo de preparo',
    pause: 'Pausa de pedidos',
    'store-hours': 'Horário',
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
