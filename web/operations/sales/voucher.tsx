import { FileImageOutlined, FilePdfOutlined } from '@ant-design/icons'
import { Button, Modal, Skeleton } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Failure } from '#web/ui/failure.tsx'
import { fromNow } from '#web/ui/format.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useOperation } from '../use-operation.ts'

export type Transfer = OperationOutput<'getTransferList'>['list'][number]

/** Reloads before the address expires after ten minutes. */
const freshAddress = 8 * 60_000

const isPdf = ({ voucher }: Transfer) => voucher?.content_type === 'application/pdf'

/** The payer's voucher. The audit log records each opening, so it opens only on demand. */
export function VoucherPicture({ transfer }: { transfer: Transfer }) {
  const called = useOperation('openVoucher', { payment_id: transfer.payment_id })
  usePolling(called, freshAddress)
  const { data, refused, reload } = called
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />
  return (
    <p className="voucher-shown">
      <a href={data.url} target="_blank" rel="noreferrer">
        {isPdf(transfer) ? (
          '打开 PDF 凭证'
        ) : (
          <img src={data.url} alt={`${transfer.company_name}的转账凭证，点击看原图`} />
        )}
      </a>
    </p>
  )
}

export function VoucherCell({ transfer }: { transfer: Transfer }) {
  const shown = useDialog<Transfer>()
  const { voucher, voucher_at, company_name, remark_code } = transfer
  if (!voucher) return <span className="quiet">—</span>
  return (
    <span className="voucher-cell">
      <Button
        size="small"
        icon={isPdf(transfer) ? <FilePdfOutlined /> : <FileImageOutlined />}
        aria-label={`查看${company_name} ${remark_code} 的凭证`}
        onClick={() => shown.show(transfer)}
      >
        查看
      </Button>
      {voucher_at && <span className="quiet">{fromNow(voucher_at)}</span>}
      <Modal
        title={`${company_name}的转账凭证`}
        open={shown.open}
        onCancel={shown.close}
        footer={null}
        width={720}
        destroyOnHidden
      >
        {shown.subject && <VoucherPicture transfer={shown.subject} />}
      </Modal>
    </span>
  )
}
