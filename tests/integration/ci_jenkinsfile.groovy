// Reads a declarative Jenkinsfile with the Groovy that Jenkins uses and prints its parts as JSON. Nothing is run: every
// word of the file is recorded with its arguments and its block. Words that declarative pipelines do not have in that
// place are refused, as Jenkins' own linter does.
//
//     java -cp groovy-all.jar groovy.ui.GroovyMain ci_jenkinsfile.groovy JENKINSFILE
import groovy.json.JsonOutput

// Which words may stand in the block of a word. A word that is not a key here takes no block.
WORDS = [
    pipeline  : ['agent', 'options', 'stages', 'post', 'triggers', 'tools', 'parameters'],
    agent     : ['label', 'docker', 'any', 'none'],
    options   : ['timeout', 'skipDefaultCheckout', 'timestamps', 'disableConcurrentBuilds', 'buildDiscarder'],
    stages    : ['stage'],
    stage     : ['agent', 'options', 'steps', 'matrix', 'stages', 'post', 'when', 'tools'],
    matrix    : ['axes', 'agent', 'stages', 'post', 'options', 'tools'],
    axes      : ['axis'],
    axis      : ['name', 'values'],
    steps     : ['sh', 'checkout', 'deleteDir', 'echo', 'recordCoverage', 'archiveArtifacts', 'junit', 'catchError', 'stash', 'unstash'],
    catchError: ['sh'],
    post      : ['always', 'success', 'failure', 'unstable', 'cleanup', 'unsuccessful'],
    always    : ['sh', 'echo', 'recordCoverage', 'archiveArtifacts', 'junit', 'deleteDir'],
]
WORDS.success = WORDS.failure = WORDS.unstable = WORDS.cleanup = WORDS.unsuccessful = WORDS.always
// Of each list one word must be there.
NEEDED = [pipeline: [['agent'], ['stages']], stage: [['steps', 'matrix', 'stages']], matrix: [['axes'], ['stages']],
          axis: [['name'], ['values']]]

class Block {
    Map words
    Map needed
    String name
    List parts = []

    def methodMissing(String word, arguments) {
        def given = arguments as List
        if (!(word in words[name])) {
            throw new IllegalArgumentException("'${word}' is not allowed in '${name}', only ${words[name]}")
        }
        def block = given && given[-1] instanceof Closure ? given[-1] : null
        parts << [word: word, arguments: block ? given[0..<-1] : given, parts: block ? read(word, block) : null]
    }

    List read(String word, Closure closure) {
        if (!words.containsKey(word)) {
            throw new IllegalArgumentException("'${word}' takes no block")
        }
        def block = new Block(words: words, needed: needed, name: word)
        closure.delegate = block
        closure.resolveStrategy = Closure.DELEGATE_ONLY
        closure.call()
        def found = block.parts.collect { it.word }
        def missing = (needed[word] ?: []).findAll { it.disjoint(found) }
        if (missing) {
            throw new IllegalArgumentException("'${word}' lacks ${missing}")
        }
        return block.parts
    }

    // Variables of the environment, axes of a matrix too, have capital letters; they stay as they are written.
    def propertyMissing(String property) {
        if (property ==~ /[A-Z_]+/) {
            return '${' + property + '}'
        }
        if (!(property in ['scm', 'any', 'none'])) {
            throw new MissingPropertyException(property, Block)
        }
        return property
    }
}

def pipelines = []
def top = new Block(words: WORDS, needed: NEEDED, name: 'file')
def binding = new Binding(pipeline: { Closure closure -> pipelines << top.read('pipeline', closure) })
new GroovyShell(binding).evaluate(new File(args[0]))
if (pipelines.size() != 1) {
    throw new IllegalArgumentException("the file has ${pipelines.size()} pipelines")
}
println JsonOutput.prettyPrint(JsonOutput.toJson(pipelines[0]))
