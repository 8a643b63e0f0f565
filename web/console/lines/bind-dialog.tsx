import { useState } from 'react'
import { addressCoolingDays, rebindsPerMonth } from '#contract/line-names.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { AddressChoice, useAddressChoice } from '#web/ui/address-choice/address-choice.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { count } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { type Line, lineLabel } from './line.ts'

interface BindDialogProps extends ChangeDialogProps {
  line: Line
}

/** Selects a free address for a line, in place of its current one if it has one. */
export function BindDialog({ line, open, close, done }: BindDialogProps) {
  const at = useAddressChoice()
  const { chosen } = at
  const [problem, setProblem] = useState('')
  const found = usePreview('getVplIpList', open ? { svp_id: line.svp_id, ...at.query } : undefined)
  const { data } = found
  const rebinding = line.address !== null

  const plan = usePlan('bindCompanyVpl', open && chosen ? { svp_id: line.svp_id, ip_id: chosen } : undefined, 0)
  const { busy, submit } = useSubmission({
    call: api.bindCompanyVpl,
    message: ({ data }) => `${line.name} 已绑定 ${data.address}`,
    done,
    onRefused(answer) {
      setProblem(sentence(answer))
      // Another user took the address: the list is reloaded without it.
      if (answer.code === -52002) {
        at.setChoice(undefined)
        found.reload()
      }
    },
  })
  async function bind() {
    if (!chosen) setProblem('请选择一个地址')
    else if (await submit({ svp_id: line.svp_id, ip_id: chosen })) close()
  }

  return (
    <Dialog
      title={`${rebinding ? '更换地址' : '绑定地址'}：${lineLabel(line)}`}
      open={open}
      onCancel={close}
      onOk={() => void bind()}
      okText={rebinding ? '更换' : '绑定'}
      okButtonProps={{ disabled: plan.loading }}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={520}
    >
      <div className="confirm">
        <p>
          {rebinding ? (
            <>
              现在的地址 <code>{line.address}</code> 将立即停用，并在 {addressCoolingDays}{' '}
              天冷却后可能分给其他企业；每条专线每月最多更换 {rebindsPerMonth} 次。
            </>
          ) : (
            `从${line.city}的空闲地址中选择一个，绑定后由您的企业独享。`
          )}
        </p>
        <AddressChoice
          at={at}
          found={found}
          addresses={data?.list.map(({ ip_id, address }) => ({ id: ip_id, address }))}
          total={data?.total}
          summary={data?.total ? `共 ${count(data.total)}${data.more ? '+' : ''} 个空闲地址` : '没有符合条件的空闲地址'}
          searchLabel="搜索地址"
          label="可绑定的地址"
          onChoose={() => setProblem('')}
        >
          {problem && <Alert type="error" title={problem} />}
        </AddressChoice>
        {chosen && <Plan plan={plan} />}
      </div>
    </Dialog>
  )
}
