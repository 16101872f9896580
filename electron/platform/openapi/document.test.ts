import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { createDialect } from '../dialect.ts'
import { platformOperations } from '../operations.ts'
import { createDocument } from './document.ts'

const document = createDocument()

const reported = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'servers')
    .map(([method, operation]) => ({
      path,
      method,
      operation: operation as { operationId: string },
    })),
)

const operation = (name: string, of = document): unknown =>
  Object.values(of.paths)
    .flatMap((item) => Object.values(item))
    .find(
      (each) =>
        typeof each === 'object' &&
        each !== null &&
        'operationId' in each &&
        each.operationId === name,
    )

describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone({ ...document }))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('says whether it is not', async () => {
    const { info: _info, ...without } = document
    expect(await new Validator().validate(without)).toMatchObject({ valid: false })
  })

  test('has every operation once, by its method and its path', () => {
    expect(reported.map(({ operation: { operationId } }) => operationId).sort()).toEqual(
      Object.keys(platformOperations).sort(),
    )
    for (const {
      path,
      method,
      operation: { operationId },
    } of reported) {
      const { spec } = platformOperations[operationId as keyof typeof platformOperations]
      expect(spec.method.toLowerCase()).toBe(method)
      if (typeof spec.path === 'string') expect(spec.path).toBe(path)
    }
  })

  test('has no broken references', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)
    for (const [, kind, name] of references) {
      expect(document.components).toHaveProperty([kind ?? '', name ?? ''])
    }
  })

  test('names no website and no vendor', () => {
    expect(document.info).toMatchObject({ title: 'The platform', version: '3.0.0' })
    expect(document.servers).toMatchObject([{ url: '{base_url}' }])
  })
})

describe('an operation', () => {
  test('describes only what is documented, although our parsers accept more', () => {
    expect(document.components.schemas['Coupon']).toMatchObject({
      properties: {
        code: { type: ['string', 'null'] },
        active: { type: ['boolean', 'null'] },
        fromDate: { type: ['string', 'null'], format: 'date-time' },
      },
    })
  })

  test('has its limits, its own names and its token', () => {
    expect(operation('listLoyaltyClients')).toMatchObject({
      tags: ['Loyalty'],
      security: [{ accessToken: [] }],
      parameters: [
        { name: 'page', schema: { type: 'integer', minimum: 1 } },
        {
          name: 'pageSize',
          description: "Its name is an assumption: the dialect's clientsPageSizeParameter.",
          schema: { minimum: 1, maximum: 1000 },
        },
        { name: 'search' },
        { name: 'status' },
        { name: 'orderByCreatedAt', schema: { type: 'boolean' } },
      ],
    })
  })

  test('says where its path, and an event where its type, is an assumption', () => {
    expect(operation('listOrders')).toMatchObject({
      description: "Its path is an assumption: the dialect's ordersPath.",
    })
    expect(operation('listCoupons')).not.toHaveProperty('description')
    expect(document.webhooks['orderItemsUpdated']).toMatchObject({
      post: { description: "Its type is an assumption: the dialect's orderItemsEvent." },
    })
  })

  test('sends strict bodies', () => {
    expect(operation('createReservation')).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              additionalProperties: false,
              required: ['storeId', 'startsAt', 'partySize', 'clientData'],
            },
          },
        },
      },
    })
  })

  test.each([
    ['updateStock', 'v1_url', 'apiToken', 'ErrorV1'],
    ['updateStoreSchedule', 'v1_url', 'scheduleToken', 'ErrorV1'],
    ['completeOrder', 'tabs_url', 'channelToken', 'ErrorBare'],
  ])('%s is on its own server', (name, server, token, error) => {
    const item = Object.values(document.paths).find((each) =>
      JSON.stringify(each).includes(`"operationId":"${name}"`),
    )
    expect(item).toMatchObject({ servers: [{ url: `{${server}}` }] })
    const $ref = `#/components/schemas/${error}`
    expect(operation(name)).toMatchObject({
      security: [{ [token]: [] }],
      responses: { 400: { content: { 'application/json': { schema: { $ref } } } } },
    })
  })

  test.each([
    ['repeated', 'storesIds', true],
    ['brackets', 'storesIds[]', true],
    ['commas', 'storesIds', false],
  ])('carries arrays %s', (queryArrays, name, explode) => {
    const list = operation('listCoupons', createDocument(createDialect({ queryArrays })))
    expect(list).toMatchObject({ parameters: [{}, { name, style: 'form', explode }, {}, {}] })
  })
})

test('another dialect is described with its own names', () => {
  const other = createDocument(
    createDialect({
      vendorPrefix: 'acme',
      ordersPath: '/ecommerce/order-list',
      clientsSearchParameter: 'q',
      completeOrderAuthorization: 'Bearer {token}',
      noClosure: 'null',
      orderCreatedEvent: 'order.made',
    }),
  )
  const text = JSON.stringify(other)
  expect(other.paths).toHaveProperty(['/ecommerce/order-list'])
  expect(operation('readLoyaltyClient', other)).toMatchObject({
    parameters: [{ name: 'acmeUserId' }, { name: 'clientId' }],
  })
  expect(other.components.schemas['LoyaltyClient']).toHaveProperty('properties.acmeUserId')
  expect(text).not.toContain('"serviceUserId"')
  expect(text).toContain('amountFinancedByAcme')
  expect(operation('listLoyaltyClients', other)).toMatchObject({
    parameters: [{}, {}, { name: 'q' }, {}, {}],
  })
  expect(other.components.securitySchemes).toMatchObject({ channelToken: { scheme: 'bearer' } })
  expect(other.webhooks).toHaveProperty(['order.made'])
})

test('webhooks: what the delivery event lacks is not in it', () => {
  expect(Object.keys(document.webhooks)).toEqual(
    expect.arrayContaining([
      'ecommerce.order.created',
      'ecommerce.order.delivery.updated',
      'processStatusUpdated',
    ]),
  )
  const delivery = JSON.stringify(document.webhooks['ecommerce.order.delivery.updated'])
  for (const field of ['orderStatus', 'driverPassword', 'promotionIds', 'nearClientAt']) {
    expect(delivery).not.toContain(`"${field}"`)
  }
  expect(delivery).toContain('"fullCode"')
})

test('npm run openapi writes it to standard output', async () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 2 ** 24 })
  expect(JSON.parse(stdout)).toEqual(structuredClone({ ...document }))
})

describe('an empty value is described as it is sent', () => {
  const body = ['requestBody', 'content', 'application/json', 'schema', 'properties']
  const none = { type: 'null' }
  test.each<[string, Record<string, string>, object, object]>([
    ['as it is by default', {}, { const: 'null' }, none],
    ['as nothing', { noClosure: 'null' }, none, none],
    ['as an empty text', { couponCleared: 'empty' }, { const: 'null' }, { const: '' }],
    ['as a word', { couponCleared: 'text' }, { const: 'null' }, { const: 'null' }],
  ])('%s', (_title, overrides, noClosure, cleared) => {
    const other = createDocument(createDialect(overrides))
    expect(operation('updateStoreSchedule', other)).toHaveProperty(
      [...body, 'schedule', 'properties', 'closedUntilDate', 'anyOf', 1],
      noClosure,
    )
    expect(operation('updateCoupon', other)).toHaveProperty(
      [...body, 'coupon', 'properties', 'endDate', 'anyOf', 1],
      cleared,
    )
    expect(operation('temporaryClose', other)).toHaveProperty(
      [...body, 'closedUntilDate', 'anyOf', 1],
      none,
    )
  })
})
