import '../network.css'
import { useState } from 'react'
import { useSearch } from '#web/data/use-search.ts'
import { uuid } from '#web/ui/list/address.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { ChooseFile } from './choose-file.tsx'
import type { Preview } from './import-preview.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'

/** Choose a file, check it, import it. The address holds a running import, so that a reload still shows it. */
export function AddressImportPage() {
  const [search, changeSearch] = useSearch()
  const [preview, setPreview] = useState<Preview>()
  const running = uuid(search.get('import') ?? '')
  const show = (id: string | undefined) => {
    setPreview(undefined)
    changeSearch(() => new URLSearchParams(id ? { import: id } : {}))
  }
  return (
    <>
      <ListHead title="批量导入地址" text="先检查每一行并按地区与接入方式计数，确认之后才会入库。" />
      {running ? (
        <ImportProgress key={running} id={running} again={() => show(undefined)} />
      ) : preview ? (
        <ImportPreview preview={preview} again={() => setPreview(undefined)} started={show} />
      ) : (
        <ChooseFile chosen={setPreview} />
      )}
    </>
  )
}
