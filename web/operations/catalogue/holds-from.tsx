import { DatePicker, Form, Radio } from 'antd'
import { type Dayjs, dayjs } from '#web/ui/dayjs.ts'

export interface WhenValues {
  when: 'now' | 'later'
  at?: Dayjs
}

/** The instant of the form's values; undefined: as soon as it is confirmed. */
export const holdsFrom = ({ when, at }: WhenValues): string | undefined =>
  when === 'later' ? at?.second(0).millisecond(0).toISOString() : undefined

/** From when a price holds. Times are those of the operator's clock, which is China's. */
export function HoldsFrom({ later }: { later: boolean }) {
  const when = Form.useWatch<WhenValues['when']>('when')
  return (
    <>
      <Form.Item name="when" label="生效时间" initialValue={later ? 'later' : 'now'}>
        <Radio.Group
          options={[
            { value: 'now', label: '确认后立即生效', disabled: later },
            { value: 'later', label: '指定时间' },
          ]}
        />
      </Form.Item>
      {(when ?? (later ? 'later' : 'now')) === 'later' && (
        <Form.Item
          name="at"
          label="从何时起"
          extra="在此之前须已由另一位操作员确认"
          rules={[
            { required: true, message: '请选择生效时间' },
            {
              validator: async (_, value?: Dayjs) => {
                if (value?.isBefore(dayjs())) throw new Error('生效时间须晚于现在')
              },
            },
          ]}
        >
          <DatePicker
            showTime={{ format: 'HH:mm', defaultOpenValue: dayjs().startOf('day') }}
            format="YYYY-MM-DD HH:mm"
            placeholder="选择日期与时间"
            disabledDate={date => date.isBefore(dayjs(), 'day')}
          />
        </Form.Item>
      )}
    </>
  )
}
