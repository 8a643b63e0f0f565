/** Names of verifications. Pages use this file, so it must not import zod. */
import type { verificationKinds } from '../people.ts'

export type VerificationKind = (typeof verificationKinds)[number]
export const verificationKindNames: Record<VerificationKind, string> = { company: '企业', person: '个人' }

/** The most frequent reasons for rejections, each a sentence that tells the applicant what to do. It is shown unchanged. */
export const rejectionReasons: Record<VerificationKind, readonly string[]> = {
  company: [
    '营业执照图片不清晰，请上传原件的彩色扫描件或照片，四角完整、文字清楚。',
    '企业名称与营业执照不一致，请按执照填写全称。',
    '统一社会信用代码与营业执照不一致，请核对后重新提交。',
    '营业执照已过期或已注销，请提交有效的执照。',
    '该企业已注册，请联系企业管理员添加您为员工。',
  ],
  person: ['姓名与身份证号不一致，请核对后重新提交。', '请使用本人的真实姓名，不要填写昵称或公司名称。'],
}
