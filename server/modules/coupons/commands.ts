import { CommandUsage } from '#server/core/command-usage.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Services } from '#server/engines/services.ts'
import { giveCoupon } from './gift.ts'

export const couponHelp = `  coupon gift <券类型> <统一社会信用代码>       向一家企业赠送一张优惠券；券类型写名称或编号`

type Run = (work: (services: Pick<Services, 'system' | 'config' | 'jobs'>) => Promise<void>) => Promise<void>

export async function couponCommand(run: Run, [action, couponType, creditCode]: string[]): Promise<void> {
  if (action !== 'gift') throw new CommandUsage()
  if (!couponType || !creditCode) throw new CommandUsage('请写明券类型与企业的统一社会信用代码')
  return run(async services => {
    const { companyName, name, validUntil } = await giveCoupon(services, { couponType, to: { creditCode } })
    console.log(`已向 ${companyName} 赠送“${name}”，有效期至 ${dayInChina(validUntil)}`)
  })
}
