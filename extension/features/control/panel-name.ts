/** The panels that a person can open. */
export type PanelName = 'info' | 'keys'
