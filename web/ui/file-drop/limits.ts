import type { uploadMegabytes } from '#contract/uploads.ts'

/** The contract's limits, without the schemas that stand beside them there. A changed limit does not compile here. */
export const uploadMegabytesOf: typeof uploadMegabytes = { licence: 8, voucher: 8 }
