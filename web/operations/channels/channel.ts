import type { OperationOutput } from '#contract/operations/index.ts'

export type Channel = OperationOutput<'getChannelDetail'>
export type PromotionCode = OperationOutput<'getPromotionCodeList'>['list'][number]
export type Settlement = OperationOutput<'getSettlementList'>['list'][number]
