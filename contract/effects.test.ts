import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from './call.ts'
import { contract } from './index.ts'
import { operations } from './operations/index.ts'
import type { Operation } from './operations/operation.ts'

const calls = Object.entries(contract as Record<string, Call>)
const all = [...calls, ...Object.entries(operations as Record<string, Operation>)]

// An audit entry is a write, so on a read-only connection such a call would fail.
test.each(Object.entries(operations as Record<string, Operation>))(
  '%s is not audited if it only reads',
  (_, { audited, effect }) => {
    if (audited) expect(effect).not.toBe('read')
  },
)

test('exactly the listed calls require a fresh proof, for accounts, personal data, sessions and rights', () => {
  const declared = (proof: Call['proof']) => all.flatMap(([name, call]) => (call.proof === proof ? [name] : [])).sort()
  expect(declared('fresh')).toEqual(
    [
      ...['setTerminalApproval', 'endTerminalApproval', 'approveHeldLogin', 'closeCompany', 'requestClosing'],
      ...['endSession', 'endOtherSessions', 'endOwnSession', 'endSessionsFor', 'exportAccount'],
      ...[
        'setOperator',
        'setOperatorState',
        'resetOperator',
        'setApprovalPolicy',
        'unmaskIdNumber',
        'prepareRestore',
        'switchRestore',
      ],
      'takePasswordHalf',
      ...['requestCompliancePack', 'openCompliancePack'],
      ...['createApiToken', 'setApiToken', 'rotateApiToken', 'createWebhook', 'setWebhook', 'rotateWebhookSecret'],
      ...['addCompanyRobot', 'setCompanyRobot'],
      'setLogStream',
      ...['setCompanySignIn', 'switchCompanySignIn', 'removeCompanyDomain', 'linkCompanySignIn'],
      ...['setDirectory', 'setDirectoryProvider', 'startDirectory', 'stopDirectory'],
      ...['beginPasskey', 'addPasskey', 'renamePasskey', 'removePasskey'],
      ...['beginOwnPasskey', 'addOwnPasskey', 'renameOwnPasskey', 'removeOwnPasskey'],
      ...['endOperatorLogins', 'renewOwnRecoveryCodes'],
    ].sort(),
  )
  expect(declared('payload')).toEqual(
    ['changePassword', 'changePhone', 'deleteAccount', 'beginTotp', 'bindTotp', 'changeOwnPassword'].sort(),
  )
  expect(declared('weighty')).toEqual([
    'decideApproval',
    'delCompanyUser',
    'handOverEmployee',
    'setCompanyUser',
    'setCompanyUserRole',
    'undoActivity',
  ])
})

test.each(all.filter(([, { proof }]) => proof))('%s takes its proof', (_, { proof, effect, access, input, codes }) => {
  // A handler that checks a proof itself counts wrong ones, which is a write.
  if (proof !== 'fresh') expect(effect).toBe('change')
  expect(['public', 'visitor']).not.toContain(access)
  const fields = Object.keys(
    (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {},
  )
  if (proof === 'payload') expect(fields.some(field => ['password', 'old_password', 'totp'].includes(field))).toBe(true)
  if (proof === 'weighty') expect(codes).toContain(-41022)
})

test('no call holds a transaction while a file is read and stored', () => {
  const sending = all.filter(([, { multipart, effect }]) => multipart && effect === 'change')
  const holding = sending.filter(([, { idempotency }]) => idempotency !== 'prepared' && idempotency !== 'outside')
  expect(sending.length).toBeGreaterThan(5)
  expect(holding.map(([name]) => name)).toEqual([])
})

test('no call holds a transaction while a password is hashed', () => {
  const secrets = ['password', 'old_password']
  const hashing = all.flatMap(([name, { input, idempotency }]) => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
      properties?: object
    }
    return secrets.some(secret => secret in properties) && idempotency !== 'prepared' ? [name] : []
  })
  expect(hashing).toEqual([])
})

test.each(all)(
  '%s declares nothing that its effect or its access level can not keep',
  (_, { effect, idempotency, limits, access }) => {
    if (effect !== 'change') expect(idempotency).toBeUndefined()
    for (const { by } of limits ?? []) {
      if (by === 'company') expect(access).toBe('manager')
      if (by === 'account') expect(access).not.toBe('public')
      if (by === 'operator') expect(access).not.toBe('visitor')
    }
  },
)
