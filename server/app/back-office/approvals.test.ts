import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { approvalUnits } from '#contract/operations/operator-names.ts'
import { testPortal } from '#server/testing/portal.ts'
import { deferredOperations } from './approvals.ts'

const { system } = await testPortal()
const declared = Object.entries(operations as Record<string, Operation>).flatMap(([name, operation]) =>
  operation.approval ? [{ name, operation, approval: operation.approval }] : [],
)

test('operations that give away hours, money or power declare that they need approval', () => {
  expect(declared.map(({ name }) => name).sort()).toEqual([
    'closeCompany',
    'correctCompanyBalance',
    'extendLine',
    'giftCompanyCoupon',
    'giftCompanyHours',
    'giveCouponGift',
    'openTrial',
    'resetOperator',
    'setApprovalPolicy',
    'setCouponType',
    'setCouponTypePublished',
    'setOperator',
    'setOperatorState',
    'settleWrongPayment',
    'switchRestore',
  ])
})

test.each(declared)(
  '$name can wait for approval: it has a policy, a description and storable input',
  async declaration => {
    const { name, operation, approval } = declaration
    const policy = await system.row(
      z.object({ kind: z.string() }),
    )`select kind from approval_policy where kind = ${approval.kind}`
    expect(policy, 'a kind of the policy table').toBeDefined()
    expect(approval.value).toBe(approvalUnits[approval.kind])
    expect(deferredOperations[name]?.describe).toBeTypeOf('function')
    expect(deferredOperations[name]?.outcome).toBeTypeOf('function')
    expect(operation).toMatchObject({ effect: 'change', audited: true })
    expect(operation.codes).toEqual(expect.arrayContaining([-53012, -53013]))
    expect(operation.idempotency, 'the kept request is written with its key').toBeUndefined()
    // Throws if the parsed input holds something that JSON cannot express, such as a Date.
    const { properties = {} } = z.toJSONSchema(operation.input, { io: 'output' })
    expect(Object.keys(properties).filter(field => /password|secret|token|sid$/.test(field))).toEqual([])
  },
)
