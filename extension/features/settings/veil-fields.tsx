import { useEffect, useState } from 'preact/hooks'
import { t, textLocale } from '../../platform/browser/texts.ts'
import { Slider } from '../../ui/slider.tsx'
import { maxBlur, maxDim, type Veil } from './setting-values.ts'
import type { UseSettings } from './use-settings.ts'

export const VeilFields = ({
  settings: { dim, blur },
  change,
  example,
}: UseSettings & { example: string | undefined }) => {
  const [moved, setMoved] = useState<Partial<Veil>>({})
  // When a value is stored, even by another page, the slider moves to the stored value.
  useEffect(() => setMoved({}), [dim, blur])
  const shown = { dim, blur, ...moved }
  const move = (part: Partial<Veil>) => setMoved((before) => ({ ...before, ...part }))
  return (
    <div class="group veil">
      {example && <Preview {...shown} src={example} />}
      <Slider
        label={t('dim')}
        value={shown.dim}
        max={maxDim}
        step={5}
        text={toPercent(shown.dim)}
        onInput={(value) => move({ dim: value })}
        onChange={(value) => change({ dim: value })}
      />
      <Slider
        label={t('blur')}
        value={shown.blur}
        max={maxBlur}
        step={2}
        text={toPercent((shown.blur / maxBlur) * 100)}
        onInput={(value) => move({ blur: value })}
        onChange={(value) => change({ blur: value })}
      />
    </div>
  )
}

// The preview is smaller than the screen. With this share of the blur, it looks like the whole screen.
const scale = 0.35

const Preview = ({ dim, blur, src }: Veil & { src: string }) => {
  const filter = `brightness(${1 - dim / 100}) blur(${blur * scale}px)`
  return (
    <div class="preview" aria-hidden="true">
      <img src={src} alt="" style={{ filter }} />
    </div>
  )
}

const toPercent = (value: number) =>
  (value / 100).toLocaleString(textLocale(), { style: 'percent' })
