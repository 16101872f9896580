import type { MessagesLike } from '../message-table.ts'
import type { en } from './en.ts'

export const pt: MessagesLike<typeof en> = {
  common: {
    noMethod: 'Sem forma de pagamento',
    soldOut: '{n} esgotado | {n} esgotados',
    appName: 'Kitchen Pass',
    seconds: '{n} segundo | {n} segundos',
    resume: 'Tentar de novo agora',
    giveToken: 'Digitar o token de acesso',
    close: 'Fechar',
    tryAgain: 'Tentar de novo',
    copy: 'Copiar',
    copied: 'Copiado',
    gotIt: 'Visto',
    keyboard: 'Teclado',
    details: 'Detalhes',
    arrows: 'Setas',
    enter: 'Enter',
    keyMap: 'Este mapa',
    show: 'Mostrar o que foi digitado',
    hide: 'Ocultar o que foi digitado',
    hour: 'Hora',
    minute: 'Minuto',
    day: 'Dia',
    month: 'Mês',
    year: 'Ano',
  },
  age: {
    seconds: 'há {n} s',
    minutes: 'há {n} min',
    hours: 'há {n} h',
    days: 'há {n} dia | há {n} dias',
  },
  pages: {
    label: 'Páginas',
    page: 'Página {n}',
    pageOf: 'Página {page} de {pages}',
    before: 'A página anterior',
    next: 'A próxima página',
  },
  areas: {
    shift: 'O turno',
  },
  errors: {
    'bad-input': 'Não foi entendido. Confira o que você digitou.',
    'not-found': 'Não está mais lá.',
    'too-late': 'Tarde demais: já seguiu adiante.',
    'not-allowed': 'Esta tela não pode fazer isso. Um gerente pode desbloqueá-la.',
    'wrong-pin': 'Esse não é o PIN do gerente.',
    locked: 'Muitos PINs errados.',
    unauthorised: 'A plataforma não aceita o token.',
    refused: 'A plataforma disse não.',
    unreachable: 'Sem resposta.',
    'not-the-platform': 'Outra coisa respondeu, não a plataforma.',
    unreadable:
      'A plataforma respondeu algo que não dá para ler. Avise quem cuida deste app; os detalhes dizem o quê.',
    'no-vault':
      'Esta máquina não consegue guardar o token com segurança. Configure primeiro o chaveiro dela.',
    storage: 'Não foi possível salvar: o disco ou o banco de dados não aceita escrita.',
    internal: 'Algo deu errado no Kitchen Pass. Tente de novo.',
    log: 'No registro: {text}',
    triesLeft:
      '{sentence} Resta {n} tentativa; depois bloqueia por um tempo. | {sentence} Restam {n} tentativas; depois bloqueia por um tempo.',
    waitSeconds:
      '{sentence} Tente de novo em {n} segundo. | {sentence} Tente de novo em {n} segundos.',
    waitMinutes:
      '{sentence} Tente de novo em {n} minuto. | {sentence} Tente de novo em {n} minutos.',
  },
  reasons: {
    'no-address':
      'Esse não é o endereço de um servidor. Copie das configurações da sua plataforma; ele se parece com platform.example/api/v3.',
    'no-such-name':
      'Esse nome não é encontrado. Confira a escrita e se esta máquina está na internet.',
    'nobody-listens':
      'A máquina desse endereço não aceita a conexão. Confira o endereço ou tente de novo em alguns minutos.',
    'no-way-there': 'Esta máquina não encontra o caminho até lá. Confira se ela está na internet.',
    'not-secure':
      'Não foi possível uma conexão segura. Confira o endereço, e a data e a hora desta máquina.',
    'too-slow':
      'Não houve resposta a tempo. Confira a conexão com a internet ou tente de novo em um minuto.',
    'cut-off': 'A conexão caiu. Tente de novo.',
    unavailable: 'A plataforma não está atendendo agora. Tente de novo em alguns minutos.',
    'web-page':
      'Uma página da web respondeu no lugar da plataforma. Confira o endereço, e se o Wi-Fi pede um login.',
    'no-such-path':
      'Um servidor responde ali, mas não é a plataforma. Copie o endereço inteiro das configurações da sua plataforma.',
    'other-answer':
      'Outra coisa responde ali, não a plataforma. Copie o endereço das configurações da sua plataforma.',
    unencrypted:
      'Este endereço não é criptografado (http): qualquer um no caminho poderia ler o token, os pedidos e os dados dos clientes. Use um endereço com https.',
    'bad-token':
      'Isso não é um token: tem um espaço, uma quebra de linha ou uma letra que nenhum token tem. Copie-o de novo, sem nada em volta.',
    'no-token': 'O token de acesso não está guardado nesta máquina. Digite-o para continuar.',
    'token-refused':
      'A plataforma não aceita o token de acesso. Copie-o de novo das configurações da sua plataforma.',
    'rights-missing':
      'A plataforma conhece o token de acesso, mas não permite isto a ele. Dê mais permissões nas configurações da sua plataforma.',
    'other-store':
      'Este token de acesso não vê esta loja. Use o token da loja ou escolha outra loja.',
    'no-printer':
      'O que responde neste endereço não é uma impressora de recibos. Confira o endereço e a porta.',
    'not-for-printers':
      'O Kitchen Pass não imprime neste endereço ou porta. Um gerente pode permitir em Ajustes, em Impressoras.',
  },
  roles: {
    kitchen: 'Cozinha',
    counter: 'Balcão',
    manager: 'Gerente',
  },
  clock: {
    ahead: 'O relógio desta máquina está {time} adiantado',
    behind: 'O relógio desta máquina está {time} atrasado',
    clockDifference: 'O relógio desta máquina e o da plataforma diferem em {time}',
    clockDifferenceRemedy:
      'Ajuste a data, a hora e o fuso horário desta máquina. Enquanto não coincidirem, vale a hora desta máquina e nada antigo é apagado.',
    minutes: '{n} minuto | {n} minutos',
    hours: '{n} hora | {n} horas',
    days: '{n} dia | {n} dias',
    remedy:
      'Ajuste a data, a hora e o fuso horário dela, ou deixe que se ajustem sozinhos. Até lá vale a hora da plataforma.',
  },
  strip: {
    label: 'Estado',
    webhook: 'Eventos',
    orderList: 'Lista de pedidos',
    outbox: 'Para a plataforma',
    webhookAge: 'último evento {age}',
    webhookSilent: 'escutando, nenhum evento ainda',
    webhookOff: 'não escuta',
    webhookFailed: 'não consegue escutar',
    listAge: 'verificada {age}',
    listWaiting: 'primeira verificação em curso',
    storeUnseen: 'o token de acesso não vê esta loja',
    listOff: 'não consultada',
    listFailing: 'a verificação falha, última {age}',
    listNever: 'a verificação falha, nunca respondeu',
    listUnsupported: 'Esta plataforma não oferece lista de pedidos: chegam só por webhook',
    listLeftOut:
      '{n} registro da lista não pôde ser lido | {n} registros da lista não puderam ser lidos',
    stale: 'antigo',
    settled: 'tudo confirmado',
    unheard: 'não se sabe agora',
    pending: '{n} a enviar',
    sending: '{n} enviando',
    unknown: '{n} sem resposta',
    needsPerson: '{n} a decidir',
    paused: 'não envia',
    unread: '{n} evento não pôde ser lido | {n} eventos não puderam ser lidos',
    elsewhere: '{n} mensagem de outros restaurantes | {n} mensagens de outros restaurantes',
    silent: 'Sem sinal da plataforma. Podem faltar pedidos novos.',
    connection: 'Conexão',
    waiting: 'Esperando o primeiro estado',
  },
}
