import { describe, expect, test } from 'vitest'
import { type OperationName, operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { mayCall, operatorRoles } from '#contract/operations/operator-names.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make } = portal
const company = await make.company({ managers: 1, employees: 1 })
const sids = {
  owner: await make.session(company.owner.account),
  manager: await make.session(company.managers[0]?.account ?? company.owner.account),
  employee: await make.session(company.employees[0]?.account ?? company.owner.account),
}
const operators = await Promise.all(operatorRoles.map(async role => ({ role, ...(await make.operator(role)) })))

const all = Object.entries(operations as Record<string, Operation>) as [OperationName, Operation][]
// This call would end the session that the other calls use.
const requested = all.filter(([name]) => name !== 'logOut')

/** An empty input is enough to test access: a caller who has access gets a missing field or a success. */
async function codeFor({ path, multipart }: Operation, token?: string, sid?: string) {
  const headers = {
    authorization: 'operations-web 1201',
    ...(token && { cookie: `operator=${token}` }),
    ...(multipart && { 'content-type': 'multipart/form-data; boundary=x' }),
  }
  const file = 'content-disposition: form-data; name="file"; filename="x.csv"\r\n\r\nx'
  const body = multipart ? Buffer.from(`--x\r\n${file}\r\n--x--\r\n`) : sid ? { sid } : {}
  const answer = await portal.post(`/operations${path}`, body, { headers })
  return (JSON.parse(answer.body) as { code: number }).code
}

describe.each(requested)('%s', (_name, operation) => {
  const { access, effect } = operation

  test('admits nobody without an operator’s session unless it is for visitors', async () => {
    if (access === 'visitor') return expect(await codeFor(operation)).not.toBe(-41004)
    expect(await codeFor(operation)).toBe(-41004)
    expect(await codeFor(operation, 'made-up')).toBe(-41004)
    for (const [who, sid] of Object.entries(sids)) {
      expect(await codeFor(operation, sid), `${who}'s sid as a cookie`).toBe(-41004)
      expect(await codeFor(operation, undefined, sid), `${who}'s sid in the body`).toBe(-41004)
    }
  })

  test('admits the roles it declares', async () => {
    if (access === 'visitor') return
    for (const { role, token } of operators) {
      const admitted = access === 'operator' || mayCall([role], { access, effect })
      const code = await codeFor(operation, token)
      if (admitted) expect([-41004, -41017], role).not.toContain(code)
      else expect(code, role).toBe(-41017)
    }
  })
})

/** Every operator may call these, auditors included: they concern the operator's own account. */
const ownAccount = [
  ...['logOut', 'beginTotp', 'bindTotp', 'changeOwnPassword', 'reauthenticateOperator', 'endOwnSession'],
  ...['beginOwnPasskey', 'addOwnPasskey', 'renameOwnPasskey', 'removeOwnPasskey'],
  ...['beginOwnPasskeyProof', 'reauthenticateOperatorWithPasskey', 'renewOwnRecoveryCodes'],
  ...['addOfficeView', 'removeOfficeView'],
]

test.each(all.filter(([, { access }]) => access !== 'visitor'))(
  'an auditor may use %s only if it reads or concerns their own account',
  async (name, operation) => {
    if (ownAccount.includes(name)) return expect(operation.access).toBe('operator')
    const auditor = operators.find(({ role }) => role === 'auditor')
    const code = await codeFor(operation, auditor?.token)
    if (operation.effect === 'read') expect(code).not.toBe(-41017)
    else expect(code).toBe(-41017)
  },
)

// These calls answer 500 if they succeed without an audit entry, so every change is in the log.
test.each(all.filter(([name]) => name !== 'logIn'))('%s is audited unless it only reads', (name, operation) => {
  expect(/^(get|begin|preview|check|plan)[A-Z]/.test(name) || operation.audited).toBe(true)
})

test("an operator's cookie is not accepted by the portal's calls", async () => {
  const [owner] = operators
  const { body } = await portal.post(
    '/v1/company/getCompanyInfo',
    {},
    { headers: { cookie: `operator=${owner?.token}` } },
  )
  expect(JSON.parse(body)).toMatchObject({ code: -41003, data: 'sid' })
})
