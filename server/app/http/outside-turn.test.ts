import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { countRows } from '#server/database/count-rows.ts'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal({ WEBHOOK_PRIVATE: '1' })
const { call, make, operate, services, system } = portal

async function office() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const employee = await make.employee(company.id)
  const change = () => call('setCompanyUser', { employee_id: employee.id, position: '运营' }, { sid })
  return { company, sid, change }
}

/** Waits until the other server has received so many requests, which it does not answer. */
async function received(count: () => number, expected: number) {
  for (const deadline = Date.now() + 15_000; count() < expected && Date.now() < deadline; ) await sleep(20)
  expect(count()).toBe(expected)
}

const idleInTransaction = () =>
  countRows(
    system,
    sql`pg_stat_activity where datname = current_database() and usename = current_user and state like 'idle in transaction%'`,
  )

// Guard: `outsideTurn` in payments/asking.ts. Without it three requests reach the gateway, and the change waits for its answers.
test('payments that wait for a silent gateway leave the company its turns and everybody the connections', async () => {
  const { company, sid, change } = await office()
  const shop = shopping(portal, company, sid)
  const hours = await make.sku({ product: 'hours', price: 5800 })
  const orders: string[] = []
  for (let each = 0; each < 12; each += 1) orders.push(await shop.order(hours))
  const sandbox = services.gateways.online.sandbox ?? expect.unreachable()
  const silence = Promise.withResolvers<void>()
  let requests = 0
  services.gateways.online.sandbox = {
    ...sandbox,
    async open(request) {
      requests += 1
      await silence.promise
      return sandbox.open(request)
    },
  }
  onTestFinished(() => {
    services.gateways.online.sandbox = sandbox
  })
  const payments = orders.map(order => shop.opera(order, 'pay', { gateway: 'sandbox' }))
  // No more than ten questions of one company are sent to the gateway at once.
  await received(() => requests, 10)
  const changed = await Promise.race([change(), sleep(4_000)])
  const held = await idleInTransaction()
  silence.resolve()
  expect(changed?.code).toBe(200)
  expect(held).toBe(0)
  expect((await Promise.all(payments)).map(({ code }) => code)).toEqual(Array(12).fill(200))
  expect(requests).toBe(12)
})

// Guard: `outsideTurn` in the handler of tryLogStream.
test('trials of a silent log system leave the company its turns', async () => {
  const { company, sid, change } = await office()
  const sockets: Socket[] = []
  const silent = createServer(socket => sockets.push(socket.on('error', () => {}).resume()))
  const end = () => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
  onTestFinished(end)
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : expect.unreachable()
  await system.change`
    insert into log_stream (company_id, host, port, state, position) values (${company.id}, '127.0.0.1', ${port}, 'off', 0)`
  const trials = Array.from({ length: 5 }, () => call('tryLogStream', {}, { sid }))
  await received(() => sockets.filter(({ destroyed }) => !destroyed).length, 5)
  const changed = await Promise.race([change(), sleep(4_000)])
  end()
  expect(changed?.code).toBe(200)
  expect((await Promise.all(trials)).map(({ code }) => code)).toEqual(Array(5).fill(200))
})

/** Replaces a part of the services by one that answers nothing until `end`. */
function silenced() {
  const silence = Promise.withResolvers<void>()
  let requests = 0
  const wait = () => {
    requests += 1
    return silence.promise
  }
  return { wait, requests: () => requests, end: () => silence.resolve() }
}

// Guard: `outsideTurn` in invoices/keep-pdf.ts. Without it six files take all turns, and everybody's changes wait for the storage.
test('invoices that wait for a silent file storage leave everybody the turns', async () => {
  const { company, change } = await office()
  const { storage } = services
  const { wait, requests, end } = silenced()
  services.storage = { ...storage, put: wait }
  onTestFinished(() => {
    services.storage = storage
  })
  const [one, other] = [await make.operator('finance'), await make.operator('finance')]
  const issues: ReturnType<typeof operateFile<'issueInvoiceRequest'>>[] = []
  for (const [place, { token }] of [one, one, one, other, other, other].entries()) {
    const { id: invoice_id } = await make.invoice(company)
    const fields = { invoice_id, invoice_number: String(place).padStart(20, '26') }
    issues.push(operateFile(portal, 'issueInvoiceRequest', { fields, content: onePage(), fileName: '发票.pdf', token }))
  }
  await received(requests, 6)
  const changed = await Promise.race([change(), sleep(4_000)])
  end()
  expect(changed?.code).toBe(200)
  expect((await Promise.all(issues)).map(({ code }) => code)).toEqual(Array(6).fill(200))
})

// Guard: `outsideTurn` in the handler of sendTestPush.
test('test messages that wait for a silent channel leave everybody the turns', async () => {
  const { change } = await office()
  const { wait, requests, end } = silenced()
  services.channels.wecom = { send: wait }
  onTestFinished(() => {
    delete services.channels.wecom
  })
  const [one, other] = [await make.operator('owner'), await make.operator('owner')]
  const pushes = [one, one, one, other, other, other].map(owner => operate('sendTestPush', { channel: 'wecom' }, owner))
  await received(requests, 6)
  const changed = await Promise.race([change(), sleep(4_000)])
  end()
  expect(changed?.code).toBe(200)
  expect((await Promise.all(pushes)).map(({ code }) => code)).toEqual(Array(6).fill(200))
})
