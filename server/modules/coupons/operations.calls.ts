import { couponClaimOperations } from './claims.calls.ts'
import { couponGiftOperations } from './gifts.calls.ts'
import { couponTypeOperations } from './types.calls.ts'

/** The back office's coupon operations. */
export const couponsOperations = { ...couponTypeOperations, ...couponClaimOperations, ...couponGiftOperations }
