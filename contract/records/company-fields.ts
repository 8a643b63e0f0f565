/**
 * Names of a company's fields; `short` is for places where the owner is obvious. Browser and server share this file, so it must not
 * import zod.
 */
export const companyFields = {
  name: { label: '企业名称', min: 4, max: 100, required: true },
  credit_code: { label: '统一社会信用代码' },
  industry: { label: '所属行业' },
  owner_name: { label: '所有者' },
  size: { label: '企业规模', short: '规模' },
  contact_name: { label: '联系人姓名', short: '联系人', min: 2, max: 50, required: true },
  contact_phone: { label: '联系电话', short: '联系电话', min: 5, max: 20, required: true },
  address: { label: '企业地址', short: '地址', min: 0, max: 200, required: false },
} as const

/** The fields that a company's managers may change themselves, in the order used by forms. */
export const companyChanges = ['contact_name', 'contact_phone', 'address', 'size'] as const

/** Matches telephone numbers of any country, with extensions. */
export const contactPhonePattern = /^[\d+() -]+$/
export const contactPhoneMessage = '联系电话只能有数字、空格、+、-与括号'

/** The name on the identity card of a person who is verified without a company. */
export const personName = { label: '真实姓名', min: 2, max: 50, required: true } as const
