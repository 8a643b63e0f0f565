/** What an audit entry changed, as a person reads it. */
export interface Change {
  label: string
  before?: string
  after?: string
}

const labels: Record<string, string> = {
  state: '状态',
  reason: '原因',
  note: '说明',
  days: '人天',
  balance: '余额',
  sessions: '结束登录',
  failures: '密码错误',
  blocked_until: '限制至',
  name: '名称',
  company_name: '企业',
  kind: '类型',
  phone: '号码',
  contact_name: '联系人',
  contact_phone: '联系电话',
  address: '地址',
  size: '规模',
}

const words: Record<string, string> = {
  trial: '试用中',
  active: '正常',
  frozen: '已冻结',
  disabled: '已停用',
  approved: '已通过',
  rejected: '已驳回',
  under_review: '审核中',
  company: '企业',
  person: '个人',
}

const text = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return words[plain] ?? plain
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** From the entry's JSON; what stayed the same and bare ids are left out. Other text stays as it is. */
export function changesOf(detail: string): Change[] {
  let entry: unknown
  try {
    entry = JSON.parse(detail)
  } catch {
    return detail ? [{ label: '', after: detail }] : []
  }
  if (!isRecord(entry)) return [{ label: '', after: detail }]
  const before = isRecord(entry.before) ? entry.before : {}
  const after = isRecord(entry.after) ? entry.after : {}
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys]
    .filter(key => !key.endsWith('_id'))
    .map(key => ({ label: labels[key] ?? key, before: text(before[key]), after: text(after[key]) }))
    .filter(change => change.before !== change.after)
    .map(({ label, before: was, after: is }) => ({ label, ...(was && { before: was }), ...(is && { after: is }) }))
}
