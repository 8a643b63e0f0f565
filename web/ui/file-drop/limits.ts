import type { uploadMegabytes } from '#contract/uploads.ts'

/**
 * The contract's limits without the schemas that stand beside them, which would add to the bundle. If a limit changes
 * there, this does not compile.
 */
export const uploadMegabytesOf: typeof uploadMegabytes = { licence: 8, voucher: 8, ticket: 8 }
