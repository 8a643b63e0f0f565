/**
 * Names and limits of the texts that managers write for lines and their groups. Browser and server share this file, so it must not
 * import zod.
 */
export const lineFields = {
  name: { label: '专线名称', max: 50 },
  remark: { label: '备注', max: 200 },
} as const

export const lineGroupFields = {
  name: { label: '组名', max: 50 },
  remark: { label: '备注', max: 200 },
} as const
