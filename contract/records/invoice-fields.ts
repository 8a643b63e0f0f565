/** The text fields of an invoice. Browser and server share this file, so it must not import zod. */
export const invoiceFields = {
  title: { label: '发票抬头', min: 2, max: 100 },
  address: { label: '注册地址', min: 0, max: 200 },
  phone: { label: '注册电话', min: 0, max: 30 },
  bank: { label: '开户行', min: 0, max: 100 },
  bank_account: { label: '银行账号', min: 0, max: 40 },
  remark: { label: '备注', min: 0, max: 200 },
} as const

/** The tax office requires these for a special invoice. */
export const bankFields = ['address', 'phone', 'bank', 'bank_account'] as const
