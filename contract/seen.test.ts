import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from './index.ts'
import { operations } from './operations/index.ts'

/** Why these calls, which also set something that exists, need not know what their caller had seen. */
const exempt = {
  'it sets a state, in which nothing that was written is lost': [
    ...['changeCompanyOwner', 'setAccessWayArchived', 'setAccountState', 'setAddressState', 'setChannelState'],
    ...[
      'setCompanyUserRole',
      'setCouponTypePublished',
      'setGoodsPublished',
      'setInstallerWithdrawn',
      'setInvoiceSetting',
    ],
    ...['setOperatorState', 'setPromotionCodeState', 'setRegionPublished', 'setTerminalApproval'],
  ],
  'it is about the own account': [
    ...['changeOwnPassword', 'changePassword', 'changePhone', 'renameOwnPasskey', 'renamePasskey', 'setDisplayName'],
    'setNoticeSettings',
  ],
  'it takes differences': ['correctCompanyBalance', 'setCompanyUserService', 'setVplGroupLines', 'setVplGroupMembers'],
  'it refuses unless it names exactly what exists': ['setArticleCategoryOrder', 'setArticleOrder'],
  'it replaces the values of a selection': ['setAddressGateway'],
  'everybody reads it and its reason in the ticket': ['setTicketDue'],
  'it takes effect at once only if it is stricter than the present; otherwise another owner is shown both': [
    'setApprovalPolicy',
  ],
}

const changes = Object.entries<{ effect: string; input: z.ZodType; codes?: readonly number[] }>({
  ...contract,
  ...operations,
}).filter(([, { effect }]) => effect === 'change')
const takes = (input: z.ZodType, field: string) => 'shape' in input && Object.hasOwn(input.shape as object, field)

test('every call that sets something compares what its caller had seen, or is exempt for a reason', () => {
  const blind = changes.flatMap(([name, { input }]) =>
    /^(set|change|correct|edit|modify|rename|save|update)[A-Z]/.test(name) &&
    !takes(input, 'seen') &&
    !takes(input, 'revision')
      ? [name]
      : [],
  )
  expect(blind.sort()).toEqual(Object.values(exempt).flat().sort())
})

test('a call with `seen` declares the refusal', () => {
  const silent = changes.flatMap(([name, { input, codes }]) =>
    takes(input, 'seen') && !codes?.includes(-53022) ? [name] : [],
  )
  expect(silent).toEqual([])
})

test('nothing can have been seen of what such a call creates', () => {
  const creating = changes.filter(([, { input }]) => {
    const [[name = '', field] = []] = Object.entries('shape' in input ? (input.shape as Record<string, z.ZodType>) : {})
    return takes(input, 'seen') && name.endsWith('_id') && field?.safeParse(undefined).success
  })
  expect(creating.length).toBeGreaterThan(5)
  for (const [name, { input }] of creating)
    expect(
      input.safeParse({ seen: {} }).error?.issues.map(({ path }) => path),
      name,
    ).toContainEqual(['seen'])
})
