import { Form, type FormItemProps } from 'antd'
import { createContext, useContext, useMemo, useRef } from 'react'

/** Reports to the surrounding form field whether an upload is in progress. */
type Report = (isUploading: boolean) => void

const Reporting = createContext<Report | undefined>(undefined)
export const useUploadReport = () => useContext(Reporting)

interface UploadItemProps extends Omit<FormItemProps, 'validateFirst'> {
  name: string
}

/**
 * A form field that uploads the chosen file. The form cannot be submitted during an upload, because it would be sent without the
 * file, or with the previous one.
 */
export function UploadItem({ rules = [], ...item }: UploadItemProps) {
  const form = Form.useFormInstance()
  const isUploading = useRef(false)
  const { name } = item
  const report = useMemo<Report>(
    () => under => {
      isUploading.current = under
      // The message about a premature submission disappears with the upload's end, whatever its outcome.
      if (!under && form.getFieldError(name).length) void form.validateFields([name]).catch(() => {})
    },
    [form, name],
  )
  const idle = () =>
    isUploading.current ? Promise.reject(new Error('文件还在上传，上传完成后再提交')) : Promise.resolve()
  return (
    <Reporting value={report}>
      <Form.Item {...item} validateFirst rules={[{ validator: idle }, ...rules]} />
    </Reporting>
  )
}
