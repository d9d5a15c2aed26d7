export default { build: { target: 'esnext' }, worker: { format: 'es' } }
